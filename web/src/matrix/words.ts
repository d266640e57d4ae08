/** The words of the page that sets profiles against each other, in both languages; the server brings the measures'. */
import { computed } from "@preact/signals";
import { lang } from "../net/settings.ts";
import { number } from "../text/format.ts";
import type { Widened } from "../text/it.ts";

const it = {
  title: "Tutti contro tutti",
  what: "Ogni profilo contro ogni altro, con le regole che giocano: chi abbatte chi, e quanto ci mette.",
  game: "Gioco",
  who: (chosen: number, all: number) => `Profili: ${chosen} di ${all}`,
  wait: "Un momento: arrivano i profili…",
  find: "Cerca un profilo",
  all: "Tutti",
  none: "Nessuno",
  how: "Come",
  blow: "Un attacco",
  blowHint: "Il migliore che il profilo ha, contro chi è a portata.",
  duels: (n: number) => `Duelli fino in fondo: ${n} per coppia`,
  duelsHint: "Metà li comincia l’uno, metà l’altro. Più lento.",
  start: (pairs: number) => `Calcola ${number("it", pairs, 0)} coppie`,
  goOn: (pairs: number) => `Continua: mancano ${number("it", pairs, 0)} coppie`,
  few: "Scegli almeno un profilo.",
  stop: "Ferma",
  progress: (done: number, all: number) => `${number("it", done, 0)} coppie di ${number("it", all, 0)}`,
  left: (minutes: number, seconds: number) =>
    minutes > 0 ? `ancora ${minutes} min circa` : `ancora ${seconds} s circa`,
  stopped: "Fermato: quello che è calcolato resta.",
  ready: "La tabella è pronta.",
  measure: "Che cosa mostra",
  order: "Ordine",
  asListed: "come nell’elenco",
  strongest: "per media, dalla più alta",
  mean: "media",
  attacker: "chi attacca ↓ · contro →",
  cellHint: "Tocca una casella, o spostati con le frecce, per i particolari.",
  cell: (one: string, other: string) => `${one} contro ${other}`,
  noAttack: "nessun attacco possibile",
  notYet: "non ancora calcolato",
  exact: "Esatto: sono seguiti tutti i risultati dei dadi.",
  about: (n: number) => `Con ≈: stima da ${n} attacchi, perché i risultati dei dadi sono troppi.`,
  duelFooting: (n: number, low: string, high: string) =>
    `Da ${n} duelli per coppia: un 50% misurato può stare fra ${low} e ${high}.`,
};

const en: Widened<typeof it> = {
  title: "All against all",
  what: "Every profile against every other, by the rules that play: who brings whom down, and how fast.",
  game: "Game",
  who: (chosen, all) => `Profiles: ${chosen} of ${all}`,
  wait: "One moment: the profiles are coming…",
  find: "Find a profile",
  all: "All",
  none: "None",
  how: "How",
  blow: "One attack",
  blowHint: "The best the profile has, against someone within reach.",
  duels: (n) => `Duels to the end: ${n} for each pair`,
  duelsHint: "Half of them begun by each. Slower.",
  start: (pairs) => `Work out ${number("en", pairs, 0)} pairs`,
  goOn: (pairs) => `Go on: ${number("en", pairs, 0)} pairs to go`,
  few: "Choose at least one profile.",
  stop: "Stop",
  progress: (done, all) => `${number("en", done, 0)} pairs of ${number("en", all, 0)}`,
  left: (minutes, seconds) => (minutes > 0 ? `about ${minutes} min to go` : `about ${seconds} s to go`),
  stopped: "Stopped: what is worked out stays.",
  ready: "The table is ready.",
  measure: "What it shows",
  order: "Order",
  asListed: "as listed",
  strongest: "by mean, highest first",
  mean: "mean",
  attacker: "attacker ↓ · against →",
  cellHint: "Tap a cell, or move with the arrow keys, for the details.",
  cell: (one, other) => `${one} against ${other}`,
  noAttack: "no attack is possible",
  notYet: "not worked out yet",
  exact: "Exact: every outcome of the dice was followed.",
  about: (n) => `With ≈: from ${n} attacks, since there are too many outcomes of the dice.`,
  duelFooting: (n, low, high) =>
    `From ${n} duels for each pair: a measured 50% may be anything from ${low} to ${high}.`,
};

export const words = computed(() => (lang.value === "it" ? it : en));
