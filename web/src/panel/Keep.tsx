/** A button that keeps odds as a file for spreadsheets. */
import { handOver } from "../net/http.ts";
import { csv } from "../text/csv.ts";
import { texts } from "../text/index.ts";

interface KeepProps {
  name: string;
  rows: () => readonly (readonly (string | number)[])[];
}

export function Keep({ name, rows }: KeepProps) {
  return (
    <button
      type="button"
      class="quiet keep-button"
      onClick={() => handOver(new Blob([csv(rows())], { type: "text/csv" }), `${name}.csv`)}
    >
      {texts.value.compare.keep}
    </button>
  );
}
