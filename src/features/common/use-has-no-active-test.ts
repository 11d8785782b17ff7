import { isActiveTest, testsOfTester } from "#sync/queries/tester-tests.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";
import { useToday } from "./campaign-rules.ts";

/**
 * True when the tester has no test to report on, so that "To my tests" would lead to an empty page.
 */
export function useHasNoActiveTest(): boolean {
  const today = useToday();
  const tests = useQueryOr(testsOfTester(usePerson().id), null);
  return tests !== null && !tests.some((test) => isActiveTest(test, today));
}
