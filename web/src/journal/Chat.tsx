/** Lines said at the table. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ChatLine } from "../protocol.ts";
import { texts } from "../text/index.ts";

export function Chat({
  lines,
  onSay,
}: {
  lines: readonly ChatLine[];
  onSay: ((text: string) => Promise<void>) | null;
}) {
  const t = texts.value.chat;
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const said = text.trim();
    if (!said || !onSay) return;
    try {
      await onSay(said);
      setText("");
      setTrouble("");
    } catch (why) {
      setTrouble(why instanceof Error && why.message ? why.message : t.lost);
    }
  };
  return (
    <div class="chat">
      <div class="said-lines" ref={list} role="log" aria-live="polite" aria-label={t.name}>
        {lines.length === 0 && <p class="hint">{t.empty}</p>}
        {lines.map((line) => (
          <p key={line.seq}>
            <b data-seat={line.by}>{line.name || texts.value.game.watcher}</b> <bdi>{line.text}</bdi>
          </p>
        ))}
      </div>
      {onSay && (
        <form class="row" onSubmit={(event) => void say(event)}>
          <input
            type="text"
            maxLength={400}
            aria-label={t.write}
            placeholder={t.write}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setTrouble("");
            }}
          />
          <button type="submit" disabled={!text.trim()}>
            {t.say}
          </button>
        </form>
      )}
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}
