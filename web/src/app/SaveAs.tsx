/** Buttons that keep what is shown as files: a table for spreadsheets, data for programs, pictures. */
import { useState } from "preact/hooks";
import { handOver } from "../net/http.ts";
import { texts } from "../text/index.ts";

interface SaveAsProps {
  /** What the files are called, without their ending. */
  name: string;
  /** What the pictures are called, if not the same. */
  pictures?: string;
  csv?: () => string;
  json?: () => string;
  /** Has a file made by the server, of one of `kinds`: a picture, as `svg` or `png`, unless they are others. */
  draw?: (kind: string) => Promise<Response>;
  kinds?: readonly string[];
}

const PICTURES = ["svg", "png"] as const;

export function SaveAs({ name, pictures = name, csv, json, draw, kinds = PICTURES }: SaveAsProps) {
  const t = texts.value.compare;
  const [trouble, setTrouble] = useState("");
  const write = (text: string, ending: string, type: string): void =>
    handOver(new Blob([text], { type }), `${name}.${ending}`);
  const drawn = async (kind: string, have: (kind: string) => Promise<Response>): Promise<void> => {
    setTrouble("");
    try {
      handOver(await (await have(kind)).blob(), `${pictures}.${kind}`);
    } catch (why) {
      setTrouble((why instanceof Error && why.message) || texts.value.net.unknown);
    }
  };
  return (
    <div class="row files save-as">
      <span>{t.keep}:</span>
      {csv && (
        <button type="button" onClick={() => write(csv(), "csv", "text/csv")}>
          CSV
        </button>
      )}
      {json && (
        <button type="button" onClick={() => write(json(), "json", "application/json")}>
          JSON
        </button>
      )}
      {draw &&
        kinds.map((kind) => (
          <button type="button" key={kind} onClick={() => void drawn(kind, draw)}>
            {kind.toUpperCase()}
          </button>
        ))}
      {trouble && (
        <p class="refusal" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}
