/** Packs of one's own as files by relative name, such as `valley/monsters.yaml`. */

type Files = Readonly<Record<string, string>>;

/** The files of a folder that was chosen: each under the name of the folder it lies in. */
export async function packFiles(files: readonly File[]): Promise<Files> {
  const yaml = files.filter((file) => /\.ya?ml$/i.test(file.name));
  const found = await Promise.all(yaml.map(async (file) => [placeOf(file), await file.text()] as const));
  return Object.fromEntries(found.filter(([name]) => !name.endsWith("/") && !name.startsWith("/")));
}

/** The last folder and the name of a file, as packs call them: folders with hyphens, files as what they hold. */
function placeOf(file: File): string {
  const [folder = "", name = ""] = file.webkitRelativePath.toLowerCase().split("/").slice(-2);
  const called = name.replace(/\.yml$/, ".yaml").replaceAll(" ", "-");
  return `${folder.replace(/[ _]/g, "-")}/${called}`;
}

/** Those files whose name passes a test. */
export function only(files: Files, test: (name: string) => boolean): Files {
  return Object.fromEntries(Object.entries(files).filter(([name]) => test(name)));
}

/** The files of the packs that are not brought anew. */
export function without(files: Files, names: readonly string[], brought: Files): Files {
  const again = names.filter((name) => Object.keys(brought).some((file) => file.startsWith(`${name}/`)));
  return only(files, (file) => !again.some((name) => file.startsWith(`${name}/`)));
}
