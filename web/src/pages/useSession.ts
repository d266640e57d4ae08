/** The session of a page about one game: opened with the secret this browser has, closed when the page goes. */
import { effect } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { ruleset } from "../app/library.ts";
import { Session } from "../app/session.ts";
import { dropToken, remember, seatAside, tokenFor } from "../net/mine.ts";
import { texts } from "../text/index.ts";

const PEOPLE = ["here", "link"];

/** The session of a game; null where this browser has no secret for it. */
export function useSession(id: string): Session | null {
  const session = useMemo(() => {
    const token = tokenFor(id);
    return token ? new Session(id, token) : null;
  }, [id]);
  useEffect(() => {
    if (!session) return;
    const stop = effect(() => {
      if (session.live.wrongKey.value) dropToken(id, session.token);
      const table = session.live.game.value?.table;
      if (!table) return;
      ruleset.value = table.ruleset;
      // A link for spectators, opened where one has a seat: the tab watches, and is at its seat again once reloaded.
      if (seatAside(id, session.token, table.me)) dropToken(id, session.token);
      remember(id, { token: session.token, title: table.title, seats: table.me.length });
      document.title = `${titleOf(session)} · Arbitro`;
    });
    return () => {
      stop();
      session.close();
    };
  }, [id, session]);
  return session;
}

/** The game's title, after the word that it is one's turn where one waits for people in between. */
function titleOf(session: Session): string {
  const game = session.live.game.value;
  if (!game) return "";
  const { title, me, seats } = game.table;
  const people = seats.some(({ seat, player }) => !me.includes(seat) && PEOPLE.includes(player));
  const asked = session.asker.due.value.length > 0 && people;
  return asked ? `${texts.value.home.yourTurn}: ${title}` : title;
}
