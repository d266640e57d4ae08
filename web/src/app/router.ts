/** Which page the address means, and how one goes to another without loading anew. */
import { signal } from "@preact/signals";

export type Route =
  | { page: "home" }
  | { page: "new" }
  | { page: "game"; id: string }
  | { page: "replay"; id: string }
  | { page: "proof"; id: string }
  | { page: "rules"; rule: string; ruleset: string }
  | { page: "rosters" }
  | { page: "characters"; id: string; fresh: boolean; who: number }
  | { page: "paper"; id: string; who: number }
  | { page: "campaigns"; id: string }
  | { page: "matrix"; ruleset: string }
  | { page: "lab"; ruleset: string; run: string }
  | { page: "about" }
  | { page: "nowhere" };

/** The page of a path such as `/g/7f3a` or `/regole/CDC-ACT-03?gioco=crepuscolo`. */
export function routeOf(path: string, search = ""): Route {
  const [first = "", second = "", third = ""] = path.split("/").filter(Boolean).map(decoded);
  switch (first) {
    case "":
      return { page: "home" };
    case "nuova":
      return { page: "new" };
    case "g":
      if (!second) return { page: "nowhere" };
      if (third === "replica") return { page: "replay", id: second };
      if (third === "prova") return { page: "proof", id: second };
      return third ? { page: "nowhere" } : { page: "game", id: second };
    case "regole":
      return { page: "rules", rule: second, ruleset: new URLSearchParams(search).get("gioco") ?? "" };
    case "compagnie":
      return { page: "rosters" };
    case "personaggi": {
      const asked = new URLSearchParams(search);
      const who = /^\d{1,3}$/.test(asked.get("chi") ?? "") ? Number(asked.get("chi")) : -1;
      if (third === "stampa") return { page: "paper", id: second, who };
      return third ? { page: "nowhere" } : { page: "characters", id: second, fresh: asked.has("nuovo"), who };
    }
    case "custode":
      return third ? { page: "nowhere" } : { page: "campaigns", id: second };
    case "tutti":
      return { page: "matrix", ruleset: new URLSearchParams(search).get("gioco") ?? "" };
    case "laboratorio":
      return {
        page: "lab",
        ruleset: new URLSearchParams(search).get("gioco") ?? "",
        run: second,
      };
    case "informazioni":
      return { page: "about" };
    default:
      return { page: "nowhere" };
  }
}

/** A part of a path as people read it; as it stands where it is no such writing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = signal<Route>(routeOf(location.pathname, location.search));

/** Goes to an address of this page. */
export function go(address: string, replace = false): void {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  arrived();
  scrollTo(0, 0);
}

function arrived(): void {
  route.value = routeOf(location.pathname, location.search);
}

/** Lets links and the browser's back and forward work within the page. Call once. */
export function followLinks(): void {
  addEventListener("popstate", arrived);
  // Another link to the table that is open: the browser changes the fragment and loads nothing.
  addEventListener("hashchange", () => {
    if (location.hash.startsWith("#k=")) location.reload();
  });
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || link.hash.startsWith("#k=")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
