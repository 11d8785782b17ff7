// A changed schema without a raised version is a store that existing browsers cannot open (RxDB:
// DB6).
import { expect, test } from "vitest";
import { storeFormat } from "../../../sync/schema/store-version.ts";
import { schemasHash } from "../../tools/store-version.ts";

test("O1 the store's format is raised with each change of what lies on the device", () => {
  expect(storeFormat.schemas, "Run `npm run store-version`").toBe(schemasHash());
});
