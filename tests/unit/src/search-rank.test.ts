import { expect, test } from "vitest";
import { rank, searched } from "../../../src/shell/search/rank.ts";

const entries = [
  ["Cámara y más", "an app for photographs"],
  ["Meter Reader", "with old meters"],
  ["Mapas: Málaga", "a photographer's maps"],
  ["Photo album", ""],
].map(([label = "", more = ""]) => ({ label, words: searched(label, more) }));
const found = (query: string, most = 5) => rank(entries, query, most).map(({ label }) => label);

test("R9 the search ignores accents and case, and takes beginnings of words", () => {
  expect(found("CAMARA")).toEqual(["Cámara y más"]);
  expect(found("málaga map")).toEqual(["Mapas: Málaga"]);
  expect(found("read")).toEqual(["Meter Reader"]);
  expect(found("eader")).toEqual([]);
});

test("R9 what begins a name stands before what is found in a description, and a list has an end", () => {
  expect(found("photo")).toEqual(["Photo album", "Cámara y más", "Mapas: Málaga"]);
  expect(found("photo", 2)).toHaveLength(2);
  expect(found(" ")).toHaveLength(4);
});
