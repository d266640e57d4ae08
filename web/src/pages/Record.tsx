/** The record beside the table, in tabs: the journal, what is said, the luck. */
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Session } from "../app/session.ts";
import { Chat } from "../journal/Chat.tsx";
import { Journal } from "../journal/Journal.tsx";
import { LuckChart } from "../journal/LuckChart.tsx";
import { luck as askLuck } from "../net/http.ts";
import { settled } from "../net/newest.ts";
import type { Known } from "../net/store.ts";
import type { Entry } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { useAsked } from "./useAsked.ts";

export type Tab = "journal" | "chat" | "luck";

const TABS: readonly Tab[] = ["journal", "chat", "luck"];
const HOVER_MS = 180;

interface RecordProps {
  session: Session;
  game: Known;
  tab: Tab;
  setTab: (tab: Tab) => void;
  nameOf: (seat: string) => string;
}

export function Record({ session, game, tab, setTab, nameOf }: RecordProps) {
  const t = texts.value.game;
  const [heard, setHeard] = useState(game.chat.length);
  useEffect(() => {
    if (tab === "chat") setHeard(game.chat.length);
  }, [tab, game.chat.length]);
  const unheard = tab === "chat" ? 0 : game.chat.length - heard;
  const point = usePointing(session);
  return (
    <section class="record" aria-label={t.record}>
      <div
        class="tabs"
        role="tablist"
        aria-label={t.record}
        onKeyDown={(event) => tabKey(event, tab, setTab)}
      >
        {TABS.map((one) => (
          <button
            type="button"
            role="tab"
            key={one}
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="record-body"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
          >
            {t[one]}
            {one === "chat" && unheard > 0 && <span class="count">{unheard}</span>}
          </button>
        ))}
      </div>
      <div class="record-body" id="record-body" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "journal" && (
          <Journal
            entries={game.journal}
            undone={game.undone}
            nameOf={nameOf}
            shown={session.past.value?.at ?? -1}
            onPoint={point}
          />
        )}
        {tab === "chat" && <Chat lines={game.chat} onSay={(text) => session.live.say(text)} />}
        {tab === "luck" && <LuckPane session={session} game={game} nameOf={nameOf} />}
      </div>
    </section>
  );
}

/** Pointing at a line shows its moment once the pointer rests on it. */
function usePointing(session: Session): (entry: Entry | null) => void {
  return useMemo(() => {
    const show = settled(HOVER_MS, (entry: Entry) => {
      const last = session.live.game.value?.journal.at(-1);
      if (entry.at === last?.at) session.now();
      else void session.lookBack(entry.at);
      session.told.value = entry.figures;
    });
    return (entry: Entry | null) => {
      show.cancel();
      if (entry) show(entry);
      else session.now();
    };
  }, [session]);
}

function tabKey(event: KeyboardEvent, tab: Tab, setTab: (tab: Tab) => void): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
  if (!next) return;
  setTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function LuckPane({ session, game, nameOf }: Omit<RecordProps, "tab" | "setTab">) {
  const { data, trouble } = useAsked(
    `${session.id}/${game.seq}`,
    () => askLuck(session.id, session.token),
    true,
  );
  if (trouble) return <p class="hint">{trouble}</p>;
  return data ? <LuckChart luck={data} nameOf={nameOf} /> : <p class="hint" aria-busy="true" />;
}
