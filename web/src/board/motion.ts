/** Whether things glide and flash on the table: a choice of this browser, beside the system's own wish for less motion. */
import { effect, signal } from "@preact/signals";
import { keep, kept } from "../net/settings.ts";

const KEY = "calm";

/** True where nothing is to move by itself. */
export const calm = signal(kept(KEY) === "1");

effect(() => {
  document.documentElement.dataset.motion = calm.value ? "off" : "on";
});

/** Chooses, and keeps the choice. */
export function setCalm(wanted: boolean): void {
  calm.value = wanted;
  keep(KEY, wanted ? "1" : "0");
}
