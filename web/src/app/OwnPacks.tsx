/** The packs of one's own for a game: those that are there, more from a folder, or from a campaign of this browser. */

import { useState } from "preact/hooks";
import { campaigns } from "../desk/campaigns.ts";
import { only, packFiles, without } from "../desk/packs.ts";
import { ask } from "../net/http.ts";
import type { CampaignView } from "../protocol.ts";
import { texts } from "../text/index.ts";
import { FileButton } from "./FileButton.tsx";
import { PackList } from "./PackList.tsx";
import "../style/lab.css";
import { type Files, keepPacks, ownPacks, packNames } from "./ownPacks.ts";

export function OwnPacks({ ruleset }: { ruleset: string }) {
  const t = texts.value.packs;
  const [trouble, setTrouble] = useState("");
  const files = ownPacks(ruleset);
  const names = packNames(files);
  const add = (found: Files): void => {
    setTrouble(Object.keys(found).length > 0 ? "" : t.noneThere);
    keepPacks(ruleset, { ...without(files, names, found), ...found });
  };
  const from = Object.entries(campaigns.value).filter(([, row]) => row.ruleset === ruleset);
  const bring = async (id: string): Promise<void> => {
    try {
      const token = campaigns.peek()[id]?.token ?? "";
      add((await ask<CampaignView>(`/campaigns/${encodeURIComponent(id)}`, { token })).packs);
    } catch (why) {
      setTrouble((why instanceof Error && why.message) || texts.value.net.unknown);
    }
  };
  return (
    <details class="own-packs" open={names.length > 0}>
      <summary>{t.title(names.length)}</summary>
      <p class="hint">{t.what}</p>
      <PackList
        names={names}
        drop={t.drop}
        onDrop={(name) =>
          keepPacks(
            ruleset,
            only(files, (file) => !file.startsWith(`${name}/`)),
          )
        }
      />
      <div class="row">
        <FileButton label={t.folder} folder onFiles={(chosen) => void packFiles(chosen).then(add)} />
        {from.map(([id, row]) => (
          <button type="button" key={id} onClick={() => void bring(id)}>
            {t.ofCampaign(row.name)}
          </button>
        ))}
      </div>
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </details>
  );
}
