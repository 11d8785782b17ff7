// `npm run test:conformance -- <url> <publishable key>` runs the conformance suite
// (tests/backend/conformance/) against a project, all cases if SUPABASE_SECRET_KEY is set. Exit
// code 1: a response differs; 2: invalid arguments.
import { failureOfCase, reasonToSkip } from "../backend/conformance/case.ts";
import { openProject } from "../backend/conformance/project.ts";
import { suite } from "../backend/conformance/suite.ts";

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const [url = "", key = "", ...more] = process.argv.slice(2);
  if (!URL.canParse(url) || key === "" || more.length > 0) {
    process.stderr.write("Usage: npm run test:conformance -- <url> <publishable key>\n");
    return 2;
  }
  const project = openProject({ url: url.replace(/\/$/, ""), key, secretKey: process.env.SUPABASE_SECRET_KEY });
  let passed = 0;
  let failed = 0;
  try {
    for (const { service, cases } of suite) {
      for (const each of cases) {
        const reason = reasonToSkip(each, project);
        if (reason) {
          print(`skipped ${service}: ${each.title} (${reason})`);
          continue;
        }
        const failure = await failureOfCase(each, project);
        if (failure) failed += 1;
        else passed += 1;
        print(`${failure ? "not ok" : "ok"} ${service}: ${each.title}${failure ? `\n  ${failure}` : ""}`);
      }
    }
  } finally {
    await project.end();
  }
  print(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main();
