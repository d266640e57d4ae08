import { expect, it } from "vitest";
import { packFiles, without } from "./packs.ts";

function file(path: string, text = "x"): File {
  const made = new File([text], path.split("/").at(-1) ?? "");
  Object.defineProperty(made, "webkitRelativePath", { value: path.includes("/") ? path : "" });
  return made;
}

it("the files of a folder are called by their folder, whatever lies around it", async () => {
  const chosen = [
    file("I miei/Palude Nera/pack.yaml", "id: palude"),
    file("I miei/Palude Nera/Monsters.YML"),
    file("I miei/Palude Nera/ability_lists.yaml"),
    file("I miei/Palude Nera/foto.png"),
    file("sciolto.yaml"),
  ];
  expect(await packFiles(chosen)).toEqual({
    "palude-nera/pack.yaml": "id: palude",
    "palude-nera/monsters.yaml": "x",
    "palude-nera/ability_lists.yaml": "x",
  });
});

it("a pack that is brought anew takes the place of the old one, the others stay", () => {
  const old = { "a/pack.yaml": "1", "a/items.yaml": "1", "b/pack.yaml": "1" };
  expect(without(old, ["a", "b"], { "a/pack.yaml": "2" })).toEqual({ "b/pack.yaml": "1" });
});
