// The few icons of game-icons.net that the table needs, taken out of the npm package while building.
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

/** Our word for an icon, and the name it has in the package (see NOTICE). */
export const CHOSEN: Readonly<Record<string, string>> = {
  leader: "crown",
  hero: "sword-brandish",
  fighter: "crossed-swords",
  soldier: "broadsword",
  shooter: "high-shot",
  caster: "wizard-staff",
  scout: "hood",
  brute: "ogre",
  beast: "wolf-head",
  mutant: "hydra",
  healer: "healing",
  summoned: "spectre",
  fire: "flame",
  poison: "poison",
  frost: "snowflake-1",
  repelled: "push",
  frightened: "despair",
  terrified: "terror",
  carried: "knapsack",
};

const ID = "virtual:icons";

interface IconFile {
  readonly icons: Readonly<Record<string, { readonly body: string }>>;
}

/** Serves `virtual:icons`: a record from our word to the path data of an icon drawn in a square of 512. */
export function icons(): Plugin {
  return {
    name: "arbitro-icons",
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      const file = new URL("./node_modules/@iconify-json/game-icons/icons.json", import.meta.url);
      const all = JSON.parse(readFileSync(file, "utf8")) as IconFile;
      const paths = Object.fromEntries(
        Object.entries(CHOSEN).map(([word, name]) => {
          const path = all.icons[name]?.body.match(/^<path fill="currentColor" d="([^"]+)"\/>$/)?.[1];
          if (path === undefined)
            throw new Error(`The icon ${name} is not one path in @iconify-json/game-icons.`);
          return [word, path];
        }),
      );
      return `export default ${JSON.stringify(paths)};`;
    },
  };
}
