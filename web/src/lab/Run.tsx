/** A run of the lab: how far it is, on and off, and what it says so far with its pictures and files. */
import { useEffect, useRef, useState } from "preact/hooks";
import { useCommands } from "../app/commands.ts";
import { go } from "../app/router.ts";
import { Trouble } from "../net/http.ts";
import { lang } from "../net/settings.ts";
import { useAsked } from "../pages/useAsked.ts";
import type { LabFound, LabPicture, LabRun, LabTable } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { askFound, dropRun, fileOf, forgetRun, playOn, rememberRun, timeLeft } from "./runs.ts";
import { words } from "./words.ts";

let begun = "";

/** The run that is played at once when it is shown: it has just been begun. */
export function begin(id: string): void {
  begun = id;
}

export function Run({ id }: { id: string }) {
  const t = words.value;
  const [done, setDone] = useState(0);
  const { data, trouble } = useAsked(`${id}/${lang.value}/${done}`, () => found(id), true);
  useEffect(() => {
    if (data) rememberRun(data.run);
  }, [data?.run.id]);
  return (
    <>
      <p>
        <a href="/laboratorio">← {t.back}</a>
      </p>
      {trouble && <p class="refusal">{trouble}</p>}
      {!data && !trouble && (
        <p class="hint" role="status">
          {t.wait}
        </p>
      )}
      {data && (
        <>
          <h1>{data.run.title}</h1>
          <Playing first={data.run} onRest={setDone} />
          {data.verdict && <Found found={data} />}
          <p>
            <button
              type="button"
              class="quiet"
              onClick={() => void forgetRun(id).finally(() => go("/laboratorio"))}
            >
              {t.forget}
            </button>
          </p>
        </>
      )}
    </>
  );
}

/** What a run says; one that the server has no more goes off the list. */
async function found(id: string): Promise<LabFound> {
  try {
    return await askFound(id);
  } catch (why) {
    if (why instanceof Trouble && why.code === "no_run") dropRun(id);
    throw why;
  }
}

/** How far it is; it is played while somebody looks on, and rests otherwise. */
function Playing({ first, onRest }: { first: LabRun; onRest: (done: number) => void }) {
  const t = words.value;
  const [run, setRun] = useState(first);
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(0);
  const [trouble, setTrouble] = useState("");
  const [stopping, setStopping] = useState(false);
  const control = useRef<AbortController | null>(null);
  const stop = (): void => {
    control.current?.abort();
    setStopping(true);
  };
  const start = (): void => {
    const mine = new AbortController();
    control.current = mine;
    const [began, before] = [performance.now(), run.done];
    let last = run;
    setBusy(true);
    setStopping(false);
    setTrouble("");
    playOn(run.id, mine.signal, (next) => {
      last = next;
      setRun(next);
      setLeft(timeLeft(next, before, performance.now() - began));
    })
      .catch((why: Error) => setTrouble(why.message || texts.value.net.unknown))
      .finally(() => {
        if (control.current !== mine) return;
        setBusy(false);
        onRest(last.done);
      });
  };
  useEffect(() => {
    if (begun === first.id) start();
    begun = "";
    return () => {
      control.current?.abort();
      control.current = null;
    };
  }, []);
  useCommands(busy ? [{ id: "stop", label: t.stop, keys: ["Escape"], run: stop, group: "page" }] : []);
  const seconds = Math.ceil(left / 1000);
  const quarter = Math.floor((4 * run.done) / run.all) * 25;
  return (
    <div class="lab-work">
      <div class="row">
        <progress
          max={run.all}
          value={run.over ? run.all : run.done}
          aria-label={t.progress(run.done, run.all)}
        />
        <span>
          {t.progress(run.done, run.all)}
          {run.kind === "simulation" && run.done > 0 && ` · ${t.score(run.won, run.lost)}`}
          {busy && left > 0 && ` · ${t.left(seconds > 90 ? Math.round(seconds / 60) : 0, seconds)}`}
        </span>
        {busy ? (
          <button type="button" onClick={stop} disabled={stopping}>
            {stopping ? t.wait : t.stop} <kbd>Esc</kbd>
          </button>
        ) : (
          !run.over && (
            <button type="button" class="primary" onClick={start}>
              {run.done > 0 ? t.goOn : t.start}
            </button>
          )
        )}
      </div>
      <p class={busy ? "unseen" : "hint"} role="status">
        {busy ? `${quarter}%` : run.over ? t.over : run.done > 0 && t.resting}
      </p>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

function Found({ found }: { found: LabFound }) {
  const t = words.value;
  const [first, ...more] = found.tables;
  const { id, done } = found.run;
  return (
    <>
      <p class="verdict">{found.verdict}</p>
      <p class="hint">{found.lead}</p>
      {first && <Table table={first} />}
      <div class="lab-pictures">
        {found.pictures.map((picture) => (
          <Plot key={picture.name} id={id} picture={picture} done={done} />
        ))}
      </div>
      {more.map((table) => (
        <Table key={table.title} table={table} />
      ))}
      <Watch found={found} />
      <div class="row files">
        <span>{t.files}:</span>
        <a class="button" href={fileOf(id, "html")} download>
          {t.report}
        </a>
        <a class="button" href={fileOf(id, "csv")} download>
          CSV
        </a>
        <a class="button" href={fileOf(id, "json")} download>
          JSON
        </a>
        <a class="button" href={fileOf(id, "jsonl")} download>
          {t.forCommandLine}
        </a>
      </div>
    </>
  );
}

/** Battles that are worth watching, each as a page of its own. */
function Watch({ found }: { found: LabFound }) {
  const t = words.value;
  const { battles, run } = found;
  const weighed = run.kind === "balance";
  return (
    <details class="lab-watch" open={battles.length < 10}>
      <summary>{weighed ? t.reasons(battles.length) : t.watch(battles.length)}</summary>
      <p class="hint">{weighed ? t.reasonsHint : t.watchHint}</p>
      <ul>
        {battles.map(({ n, about, text }) => (
          <li key={`${about} ${n}`}>
            {about && <b>{about}. </b>}
            {text}{" "}
            <a href={fileOf(run.id, `battle-${n}`)} aria-label={t.replayOne(n)} download>
              {t.replay}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Table({ table }: { table: LabTable }) {
  return (
    <section class="lab-table">
      {table.title && <h2>{table.title}</h2>}
      <section class="scroll" tabIndex={0} aria-label={table.title || words.value.kinds.simulation}>
        <table>
          <thead>
            <tr>
              {table.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...cells], row) => (
              <tr key={`${row} ${name}`}>
                <th scope="row">{name}</th>
                {cells.map((cell, place) => (
                  <td key={table.heads[place + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {table.note && <p class="hint">{table.note}</p>}
    </section>
  );
}

/** A picture with its caption, and a button for each file; the note alone where there is nothing to draw. */
function Plot({ id, picture, done }: { id: string; picture: LabPicture; done: number }) {
  const t = words.value;
  const { name, title, note, drawn } = picture;
  if (!drawn) return <p>{note}</p>;
  return (
    <figure class="lab-picture">
      <figcaption>
        <b>{title}.</b> {note}
      </figcaption>
      <img src={fileOf(id, `${name}.svg`, done)} alt={`${title}. ${note}`} loading="lazy" />
      <div class="row files">
        {["svg", "png"].map((kind) => (
          <a
            key={kind}
            class="button"
            href={fileOf(id, `${name}.${kind}`)}
            aria-label={t.pictureOf(kind.toUpperCase(), `${title}. ${note}`)}
            download
          >
            {kind.toUpperCase()}
          </a>
        ))}
      </div>
    </figure>
  );
}
