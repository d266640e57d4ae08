/** A character's sheet, as the rules tell it: scores, what is carried slot by slot, and all the rest. */
import type { Sheet } from "../protocol.ts";

export function SheetView({ sheet, heading = "h2" }: { sheet: Sheet; heading?: "h1" | "h2" }) {
  const Title = heading;
  return (
    <article class="character">
      <header>
        <Title>{sheet.name}</Title>
        <p class="hint">{sheet.about}</p>
      </header>
      <ul class="scores">
        {sheet.scores.map(([label, now, most]) => (
          <li key={label}>
            <span>{label}</span>
            <b>{now}</b>
            <small>{now === most ? "" : `/ ${most}`}</small>
          </li>
        ))}
        {sheet.facts.map(([label, value]) => (
          <li key={label}>
            <span>{label}</span>
            <b>{value}</b>
            <small />
          </li>
        ))}
      </ul>
      <div class="sheet-columns">
        {sheet.slots.length > 0 && (
          <section>
            <h3>{sheet.heading}</h3>
            <ol class="slots">
              {sheet.slots.map((slot, place) => (
                <li key={place} class={slot.kind}>
                  <span>{slot.label}</span>
                  {slot.note && <small>{slot.note}</small>}
                </li>
              ))}
            </ol>
          </section>
        )}
        <div class="sheet-parts">
          {sheet.parts.map(([title, lines]) => (
            <section key={title}>
              <h3>{title}</h3>
              <ul>
                {lines.map(([name, said], place) => (
                  <li key={place}>
                    {said ? (
                      <>
                        <b>{name}:</b> {said}
                      </>
                    ) : (
                      name
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {sheet.notes && (
            <section>
              <p class="told">{sheet.notes}</p>
            </section>
          )}
        </div>
      </div>
      <footer class="hint">{sheet.attribution}</footer>
    </article>
  );
}
