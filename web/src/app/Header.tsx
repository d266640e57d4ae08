/** The head of every page: where one is, language, theme, the menu with every command, and the list of keys. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dress, lang, speak, theme } from "../net/settings.ts";
import { texts } from "../text/index.ts";
import { type Command, commands, keyName, useCommands } from "./commands.ts";
import { Dialog } from "./Dialog.tsx";
import { beside, opened, openRules, shutRules } from "./library.ts";
import { go, route } from "./router.ts";

const NEXT_THEME = { system: "light", light: "dark", dark: "system" } as const;

export function Header({ children }: { children?: ComponentChildren }) {
  const t = texts.value;
  const [keysShown, showKeys] = useState(false);
  const here = route.value.page;
  useCommands(pageCommands(() => showKeys(true)));
  return (
    <header class="top">
      <a class="brand" href="/" aria-current={here === "home" ? "page" : undefined}>
        {t.app.name}
      </a>
      {children ?? (
        <nav class="places" aria-label={t.app.places}>
          <a href="/nuova" aria-current={here === "new" ? "page" : undefined}>
            {t.app.newGame}
          </a>
          <a href="/regole" aria-current={here === "rules" ? "page" : undefined}>
            {t.app.rules}
          </a>
          <a href="/compagnie" aria-current={here === "rosters" ? "page" : undefined}>
            {t.app.rosters}
          </a>
          <a href="/personaggi" aria-current={here === "characters" ? "page" : undefined}>
            {t.app.characters}
          </a>
          <a href="/tutti" aria-current={here === "matrix" ? "page" : undefined}>
            {t.app.matrix}
          </a>
          <a href="/laboratorio" aria-current={here === "lab" ? "page" : undefined}>
            {t.app.lab}
          </a>
          <a href="/custode" aria-current={here === "campaigns" ? "page" : undefined}>
            {t.app.desk}
          </a>
        </nav>
      )}
      <div class="tools">
        <button
          type="button"
          class="quiet"
          onClick={() => speak(lang.value === "it" ? "en" : "it")}
          title={t.app.otherLanguage}
        >
          <span lang={lang.value === "it" ? "en" : "it"}>{t.app.otherLanguageShort}</span>
          <span class="unseen">{t.app.otherLanguage}</span>
        </button>
        <Menu />
      </div>
      {keysShown && <Keys onClose={() => showKeys(false)} />}
    </header>
  );
}

function pageCommands(showKeys: () => void): readonly Command[] {
  const t = texts.value;
  return [
    { id: "keys", label: t.app.keys, keys: ["?"], run: showKeys, group: "page" },
    {
      id: "rules",
      label: t.app.rules,
      keys: ["r"],
      run: () => (beside.value ? (opened.value ? shutRules() : openRules([])) : go("/regole")),
      group: "page",
    },
    {
      id: "theme",
      label: t.app.themes[theme.value],
      keys: ["Shift+t"],
      run: () => dress(NEXT_THEME[theme.value]),
      group: "page",
    },
    {
      id: "lang",
      label: t.app.otherLanguage,
      keys: ["Shift+e"],
      run: () => speak(lang.value === "it" ? "en" : "it"),
      group: "page",
      unlisted: true,
    },
    { id: "new", label: t.app.newGame, keys: ["Shift+n"], run: () => go("/nuova"), group: "page" },
    { id: "rosters", label: t.app.rosters, keys: ["Shift+c"], run: () => go("/compagnie"), group: "page" },
    {
      id: "characters",
      label: t.app.characters,
      keys: ["Shift+p"],
      run: () => go("/personaggi"),
      group: "page",
    },
    { id: "matrix", label: t.app.matrix, keys: ["Shift+m"], run: () => go("/tutti"), group: "page" },
    { id: "lab", label: t.app.lab, keys: ["Shift+b"], run: () => go("/laboratorio"), group: "page" },
    { id: "desk", label: t.app.desk, keys: ["Shift+k"], run: () => go("/custode"), group: "page" },
    { id: "home", label: t.app.myGames, keys: ["h"], run: () => go("/"), group: "page" },
    { id: "about", label: t.app.about, keys: ["Shift+a"], run: () => go("/informazioni"), group: "page" },
  ];
}

function Menu() {
  const t = texts.value.app;
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const away = (event: Event): void => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open]);
  const shut = (): void => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>(".menu-button")?.focus();
  };
  return (
    <div class="menu" ref={box}>
      <button
        type="button"
        class="quiet menu-button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t.menu}
        onClick={() => setOpen(!open)}
      >
        ☰
      </button>
      {open && (
        <div
          class="menu-list"
          role="menu"
          tabIndex={-1}
          aria-label={t.menu}
          onKeyDown={(event) => menuKey(event, shut)}
        >
          {groups(commands.value.filter((command) => command.run && !command.unlisted)).map(
            ([group, list]) => (
              <div role="group" aria-label={t.groups[group]} key={group}>
                {list.map((command) => (
                  <button
                    type="button"
                    role="menuitem"
                    key={command.id}
                    disabled={command.disabled}
                    onClick={() => {
                      shut();
                      command.run?.(command.keys[0] ?? "");
                    }}
                  >
                    {command.label}
                    {command.keys[0] && <kbd>{keyName(command.keys[0])}</kbd>}
                  </button>
                ))}
              </div>
            ),
          )}
        </div>
      )}
    </div>
  );
}

function menuKey(event: KeyboardEvent, shut: () => void): void {
  const items = [
    ...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)'),
  ];
  const place = items.indexOf(document.activeElement as HTMLElement);
  if (items.length === 0) return;
  if (event.key === "Escape") shut();
  else if (event.key === "ArrowDown") items[(place + 1) % items.length]?.focus();
  else if (event.key === "ArrowUp") items[(place - 1 + items.length) % items.length]?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

const ORDER = ["game", "table", "page"] as const;

function groups(list: readonly Command[]): [Command["group"], readonly Command[]][] {
  return ORDER.map((group): [Command["group"], readonly Command[]] => [
    group,
    list.filter((command) => command.group === group),
  ]).filter(([, rows]) => rows.length > 0);
}

/** All keys that hold here. */
function Keys({ onClose }: { onClose: () => void }) {
  const t = texts.value.app;
  return (
    <Dialog title={t.keys} onClose={onClose}>
      {groups(commands.value.filter((command) => command.keys.length > 0)).map(([group, list]) => (
        <section key={group} class="keys">
          <h3>{t.groups[group]}</h3>
          <dl>
            {list.map((command) => (
              <div key={command.id}>
                <dt>
                  {command.shown ? (
                    <kbd>{command.shown}</kbd>
                  ) : (
                    command.keys.map((key) => <kbd key={key}>{keyName(key)}</kbd>)
                  )}
                </dt>
                <dd>{command.label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
