/** Rows as a file for spreadsheets. */

/** One line a row, values in quotes where they need them; a name that a spreadsheet would reckon with stays a name. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map((value) => quoted(String(value))).join(",")}\n`).join("");
}

function quoted(value: string): string {
  const text = /^[=+\-@\t]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
