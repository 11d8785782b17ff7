import { isActiveTest, testsOfTester } from "../../../sync/queries/tester-tests.ts";
import { useQueryOr } from "../../state/query.ts";
import { usePerson } from "../../state/session.ts";
import { useToday } from "./rules.ts";

/** There is no test to write a report on: "To my tests" would lead to a page that shows none. */
export function useHasNoActiveTest(): boolean {
  const today = useToday();
  const tests = useQueryOr(testsOfTester(usePerson().id), null);
  return tests !== null && !tests.some((test) => isActiveTest(test, today));
}
