import { expect, test } from "vitest";
import { linkKind, linkProblem, webAddress } from "../../../src/features/catalog/build-links.ts";

test.each([
  ["https://testflight.apple.com/join/AbCd1234", "testflight"],
  ["https://play.google.com/apps/testing/com.example.app", "play_testing"],
  ["https://play.google.com/apps/internaltest/4701", "play_testing"],
  ["https://play.google.com/apps/test/RQabc/ahAO29u", "play_testing"],
  ["https://play.google.com/store/apps/details?id=com.example.app", "play_store"],
  ["https://play.google.com/about", "web"],
  ["https://apps.apple.com/app/id1234", "app_store"],
  ["https://itunes.apple.com/app/id1234", "app_store"],
  ["https://testflight.apple.com.evil.example/join/AbCd", "web"],
  ["https://example.com/?to=https://testflight.apple.com/", "web"],
])("B4 S20 %s links to %s", (address, kind) => {
  expect(linkKind(new URL(address))).toBe(kind);
});

test.each([
  ["https://example.com/beta", null],
  ["  https://example.com/beta  ", null],
  ["http://localhost:3000/", null],
  ["http://app.localhost/", null],
  ["http://127.0.0.1/", null],
  ["http://[::1]/", null],
  ["http://example.com/beta", "no_https"],
  ["http://localhost.example.com/", "no_https"],
  ["example.com", "no_address"],
  ["https:example.com", "no_address"],
  ["javascript:alert(1)", "no_address"],
  ["itms-services://?url=https://example.com", "no_address"],
  ["", "no_address"],
  ["https://tess:secret@example.com/", "password"],
])("B4 S20 the address “%s” of a build: %s", (address, problem) => {
  expect(linkProblem(address)).toBe(problem);
});

test("S10 opens web addresses only", () => {
  expect(webAddress("javascript:alert(1)")).toBeNull();
  expect(webAddress("data:text/html,x")).toBeNull();
  expect(webAddress("http://example.com")?.host).toBe("example.com");
});
