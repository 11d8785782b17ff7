import { describe, expect, test } from "vitest";
import { filterApps } from "../../src/features/catalog/filter-apps.ts";
import { isFilePath, tidyPath } from "../../src/features/files/file-path.ts";
import { entriesAt, sortEntries } from "../../src/features/files/screens/file-storage/folder-entries.ts";
import { parseRange } from "../../supabase/local/storage/range.ts";
import { endingOf, matches, typeOf } from "../../sync/files/file-types.ts";
import type { AppCard } from "../../sync/schema/catalog.ts";
import type { StoredFile } from "../../sync/schema/files.ts";

const app = (n: number, more: Partial<AppCard>): AppCard =>
  ({
    ...{ id: `id-${n}`, title: `App ${n}`, description: "", developer_name: "Dana", platform: "android", downloads: n },
    ...{ published_at: `2026-01-${String(n + 1).padStart(2, "0")}T00:00:00.000Z`, ...more },
  }) as AppCard;

describe("S27 the App Store", () => {
  const apps = [
    app(1, { title: "Zebra", description: "Café menus" }),
    app(2, { title: "álbum", platform: "ios" }),
    app(3, { title: "Map 10", developer_name: "Özgür Kaya" }),
    app(4, { title: "Map 9", downloads: 1 }),
  ];
  const titles = (filters: Parameters<typeof filterApps>[1]) => filterApps(apps, filters).map((a) => a.title);

  test("finds every word in title, description and developer, ignoring case and accents", () => {
    expect(titles({ q: "CAFE" })).toEqual(["Zebra"]);
    expect(titles({ q: "men" })).toEqual(["Zebra"]);
    expect(titles({ q: "enus" })).toEqual([]);
    expect(titles({ q: "ozgur map" })).toEqual(["Map 10"]);
    expect(titles({ q: "map zebra" })).toEqual([]);
    expect(titles({ platform: "ios" })).toEqual(["álbum"]);
    expect(titles({ platform: "all", q: " " })).toHaveLength(4);
  });

  test("sorts by newest, oldest, downloads and name without changing the input rows", () => {
    expect(titles({})).toEqual(["Map 9", "Map 10", "álbum", "Zebra"]);
    expect(titles({ sort: "oldest" })).toEqual(["Zebra", "álbum", "Map 10", "Map 9"]);
    expect(titles({ sort: "downloads" })).toEqual(["Map 10", "álbum", "Map 9", "Zebra"]);
    expect(titles({ sort: "name" })).toEqual(["álbum", "Map 9", "Map 10", "Zebra"]);
    expect(apps.map((a) => a.id)).toEqual(["id-1", "id-2", "id-3", "id-4"]);
  });

  test("keeps the server's order for equal rows, so that nothing moves when the response arrives", () => {
    const same = [1, 2, 3].map((n) => app(n, { title: "Map", downloads: 7, published_at: "2026-01-02T00:00:00.000Z" }));
    const ids = (sort: "newest" | "oldest" | "downloads" | "name") => filterApps(same, { sort }).map((a) => a.id);
    for (const sort of ["newest", "downloads"] as const) expect(ids(sort)).toEqual(["id-3", "id-2", "id-1"]);
    for (const sort of ["oldest", "name"] as const) expect(ids(sort)).toEqual(["id-1", "id-2", "id-3"]);
  });

  test("searches and sorts a thousand apps in less than 50 ms", () => {
    const many = Array.from({ length: 1000 }, (_, n) =>
      app(n, { title: `Tool ${n}`, description: "Does one thing. ".repeat(20) }),
    );
    filterApps(many, { q: "warm" });
    const best = Math.min(
      ...["tool 7", "thing 99", "nothing"].map((q) => {
        const begun = performance.now();
        filterApps(many, { q, sort: "name" });
        return performance.now() - begun;
      }),
    );
    expect(best).toBeLessThan(50);
  });
});

describe("S22 File Storage", () => {
  const file = (file_name: string, size_bytes = 10, uploaded_at = "2026-01-01T00:00:00.000Z"): StoredFile =>
    ({ id: file_name, file_name, size_bytes, uploaded_at, content_type: "text/plain" }) as StoredFile;
  const files = [
    file("b.txt"),
    file("docs/a.txt", 1),
    file("docs/2026/x.txt", 5, "2026-02-02T00:00:00.000Z"),
    file("docs/2026/y.txt", 7),
    file("document.txt"),
  ];
  const names = (path: string, q = "") =>
    sortEntries(entriesAt(files, path, q), "name", "asc").map((e) => `${e.kind} ${e.name}`);

  test("derives folders and their contents from names; a common prefix alone is no folder", () => {
    expect(names("")).toEqual(["folder docs", "file b.txt", "file document.txt"]);
    expect(names("docs")).toEqual(["folder 2026", "file a.txt"]);
    expect(names("docs/2026")).toEqual(["file x.txt", "file y.txt"]);
    expect(names("doc")).toEqual([]);
    expect(entriesAt(files, "docs", "")[0]).toMatchObject({ files: 2, size: 12, at: "2026-02-02T00:00:00.000Z" });
  });

  test("searches below the current folder; sorting keeps folders first", () => {
    expect(names("docs", "2026 X.")).toEqual(["file 2026/x.txt"]);
    expect(names("", "nothing")).toEqual([]);
    expect(sortEntries(entriesAt(files, "", ""), "size", "desc").map((e) => e.name)).toEqual([
      "docs",
      "b.txt",
      "document.txt",
    ]);
  });

  test("V5 accepts the same paths as the server", () => {
    for (const path of ["a.txt", "docs/2026/a b.txt", "测试/отчёт.txt", "n".repeat(255), ".hidden"])
      expect([path, isFilePath(path)]).toEqual([path, true]);
    for (const path of [
      "",
      "/a",
      "a/",
      "a//b",
      ".",
      "a/../b",
      "a\\b",
      " a",
      "a /b",
      "a\nb",
      "n".repeat(256),
      `${"y/".repeat(200)}z`,
    ])
      expect([path, isFilePath(path)]).toEqual([path, false]);
    expect(tidyPath(" //docs/2026/ ")).toBe("docs/2026");
  });

  test("C10 V5 detects a file's type from its first bytes", () => {
    const head = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));
    expect([endingOf("a.tar.GZ"), endingOf("none"), endingOf("a.b/c")]).toEqual(["gz", "", ""]);
    expect([typeOf("x.png"), typeOf("x.html"), typeOf("x.svg"), typeOf("x.qqq")]).toEqual([
      ...["image/png", "text/plain", "text/plain", "application/octet-stream"],
    ]);
    expect(matches("x.apk", head("PK\x03\x04rest"))).toBe(true);
    expect(matches("x.webp", head("RIFF1234WEBPVP8 "))).toBe(true);
    expect(matches("x.mp4", head("\0\0\0\x18ftypmp42"))).toBe(true);
    expect(matches("x.jpg", head("GIF89a"))).toBe(false);
    expect(matches("x.txt", head("MZ\0\0"))).toBe(false);
    expect(matches("x.unknown", head("\0\0"))).toBe(true);
  });
});

test("S28 parses byte ranges as RFC 9110 defines them", () => {
  expect(parseRange("bytes=0-", 10)).toEqual({ from: 0, to: 9 });
  expect(parseRange("bytes=-20", 10)).toEqual({ from: 0, to: 9 });
  expect(parseRange("bytes=3-100", 10)).toEqual({ from: 3, to: 9 });
  expect(parseRange("bytes=-0", 10)).toBe("unsatisfiable");
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
  for (const odd of ["bytes=a-b", "bytes=1-2,4-5", "bytes=", "items=0-1", "bytes=4-1"])
    expect(parseRange(odd, 10)).toBe(null);
});
