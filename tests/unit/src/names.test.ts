// Keeps retired names from coming back. docs/glossary.md lists the current terms.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";
import { root, withoutComments } from "../../fixtures/imports.ts";

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
const words = (text: string) => text.split(/\s+/).filter(Boolean);

/** File names per folder, without extensions. */
const retiredFiles: Readonly<Record<string, readonly string[]>> = {
  sync: words(`waiting kept lead leading patient-writes unsent edit-numbers side-db first-reads write-gate read
    dexie-reads objects builds send-file attachment-view remote refresh api firsts decisions report-begin report-files
    people bases lane left-behind overtaken refused lists hints moves rx format`),
  src: words(`typed-texts link-landing device-storage shared-files media keep-language issue-button issue-dialog
    refused-note refused-list refused-edit waiting-list flock person-name new-password factor-code app-sheet sync-mark
    choices values use-row tone nothing-waits kept-notice use-kept-form read-back mark-up needs-you nothing-open
    use-take-in no-link letter kept-on-device site-keeper store-notice store-sketch`),
  supabase: words("last-resort before-lite lite safety page-head durable-files gate layer"),
  tests: words("oracle breaks world doors lead edit-numbers dexie-reads"),
};

const retiredIdentifiers = words(`inPassing patiently unite surelyOffline forgetFailedRefresh offerLeftBehind storeAgain
  plainRow bareRow emptiest decisionCarryOut decisionTakeBack decisionSettle decisionHold recoveredTakeBack refusedMend
  keptRetry triedOut handOver openedByLink watchTyping useRead useReadOr useWrite lookAtDevice leaveCleanly
  typedTexts keptSite RefusedList WaitingList StoreNotice SiteKeeper
  refusedRetry refusedDiscard refusedChanges RefusedChange refusalText refusedBuilds
  homeless Homeless WriteGate writeGate onHint waitingChanges heldDecisionCount`);

const retiredSql = words(`guard stamp my_tests run_due week_old_xid open_brief session_problem may_write wants
  call_deliverers take_deliveries take_pushes take_mails settle_deliveries settle_pushes settle_mails stored_file
  on_person_gone sync_branches sync_days row_id_of aa_guard mm_rules zz_stamp`);

test("no file has a retired name", () => {
  expect(files.length).toBeGreaterThan(900);
  const retired = files.filter((file) => {
    const [top = ""] = file.split("/");
    return (retiredFiles[top] ?? []).includes(basename(file).replace(/(\.test|\.long)?\.[a-z]+$/, ""));
  });
  expect(retired).toEqual([]);
});

test("no code uses a retired identifier", () => {
  const retired = new RegExp(`\\b(${retiredIdentifiers.join("|")}|\\w*[Rr]efus(?:e|al|ing)\\w*)\\b`);
  expect(retired.test("const { plainRow } = x;")).toBe(true);
  const found = files
    .filter((file) => /^(src|sync|supabase|tests)\/.*\.tsx?$/.test(file) && file !== "tests/unit/src/names.test.ts")
    .flatMap((file) => {
      const hit = retired.exec(withoutComments(readFileSync(resolve(root, file), "utf8")));
      return hit ? [`${file}: ${hit[1]}`] : [];
    });
  expect(found).toEqual([]);
});

test("no SQL uses a retired identifier", () => {
  const retired = new RegExp(`\\b(${retiredSql.join("|")})\\b`);
  expect(retired.test("create trigger zz_stamp before update")).toBe(true);
  expect(retired.test("select clock_timestamp(), stamped(1)")).toBe(false);
  const sql = files.filter((file) => /^supabase\/.*\.sql$/.test(file));
  expect(sql.length).toBeGreaterThan(30);
  const found = sql.flatMap((file) => {
    const hit = retired.exec(readFileSync(resolve(root, file), "utf8").replace(/--.*$/gm, ""));
    return hit ? [`${file}: ${hit[1]}`] : [];
  });
  expect(found).toEqual([]);
});
