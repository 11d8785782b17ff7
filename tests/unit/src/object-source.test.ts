// How the function `builds` reads a stored package: few requests, and a bound on their number.
import { expect, test } from "vitest";
import { blockwise } from "../../../supabase/functions/builds/object-source.ts";
import { DamagedPackage } from "../../../sync/packages/bytes.ts";

const MB = 1024 * 1024;
/** Shared, because the second test reads 256 MB of it. */
const pattern = Uint8Array.from({ length: MB + 251 }, (_, i) => i % 251);
const counted = (size: number) => {
  const reads: [number, number][] = [];
  const source = blockwise({
    size,
    async read(at, length) {
      reads.push([at, length]);
      return pattern.slice(at % 251, (at % 251) + length);
    },
  });
  return { source, reads };
};

test("small reads share a block, and one read may span two", async () => {
  const { source, reads } = counted(2 * MB + 10);
  const bytes = await source.read(MB - 3, 6);
  expect([...bytes]).toEqual(Array.from({ length: 6 }, (_, i) => (MB - 3 + i) % 251));
  for (let at = 0; at < MB; at += 65_536) await source.read(at, 100);
  await source.read(2 * MB, 10);
  expect(reads).toEqual([
    [0, MB],
    [MB, MB],
    [2 * MB, 10],
  ]);
});

test("reading past the end, or too often, counts as damaged", async () => {
  await expect(counted(100).source.read(90, 20)).rejects.toBeInstanceOf(DamagedPackage);
  const { source, reads } = counted(16 * MB);
  const again = async () => {
    for (let at = 0; at < 100; at += 1) await source.read((at % 16) * MB, 1);
    return again();
  };
  await expect(again()).rejects.toBeInstanceOf(DamagedPackage);
  expect(reads.length).toBe(256);
});
