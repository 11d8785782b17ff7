// An address list that the server has checked and the user corrects. Sending checks it again.
import { useState } from "react";
import { useServerCall } from "#features/common/use-server-call.ts";
import { testersCheck } from "#sync/mutations/campaign-invitations.ts";
import {
  type ColumnChoice,
  correctedEntry,
  draftOf,
  invitable,
  judged,
  type ListedAddress,
  readTesterList,
  type TesterList,
  withAnswer,
} from "../../tester-list.ts";

export interface CheckedAddress extends ListedAddress {
  id: number;
}

export interface CheckedList extends TesterList {
  entries: CheckedAddress[];
  /** Ids in display order, which is stable during corrections. */
  order: number[];
}

/** @param onCorrected receives the list as text */
export function useCheckedList(campaign: string, onCorrected: (text: string) => void) {
  const [list, setList] = useState<CheckedList | null>(null);
  const { pending, failure, run } = useServerCall();

  /**
   * Parses the text and checks its addresses on the server. After "failed", `failure` has the
   * reason.
   */
  const check = async (text: string, choice: ColumnChoice = "best"): Promise<"empty" | "failed" | "done"> => {
    const read = await readTesterList(text, choice);
    if (read.entries.length === 0) return "empty";
    const asked = invitable(read.entries);
    const done = asked.length === 0 ? null : await run((transport) => testersCheck(transport, campaign, asked));
    if (done && !done.ok) return "failed";
    const entries = (done ? withAnswer(read.entries, asked, done.value) : read.entries).map((entry, id) => ({
      ...entry,
      id,
    }));
    const order = [...entries]
      .sort((one, other) => Number(one.problem === null) - Number(other.problem === null))
      .map(({ id }) => id);
    setList({ ...read, entries, order });
    return "done";
  };
  const change = (entries: readonly CheckedAddress[]) => {
    const next = judged(entries);
    setList((old) => old && { ...old, entries: next });
    onCorrected(draftOf(next));
  };
  const correct = async (id: number, text: string) => {
    if (!list) return;
    const { line } = list.entries.find((entry) => entry.id === id) ?? { line: 1 };
    const corrected = correctedEntry(line, text);
    change(list.entries.map((entry) => (entry.id === id ? { ...corrected, id } : entry)));
    if (corrected.problem !== null) return;
    const asked = [corrected.email];
    const done = await run((transport) => testersCheck(transport, campaign, asked));
    if (done.ok) setList((old) => old && { ...old, entries: withAnswer(old.entries, asked, done.value) });
  };
  const remove = (id: number) => list && change(list.entries.filter((entry) => entry.id !== id));
  return { list, close: () => setList(null), pending, failure, check, correct, remove };
}
