import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link, linkOptions } from "@tanstack/react-router";
import { Banknote, Inbox, UserPlus } from "lucide-react";
import { rowClass } from "#features/common/widgets/report-link.tsx";
import type { AdminNumbers } from "#sync/schema/admin-functions.ts";
import { TaskChevron, TaskLine, TaskList } from "../../widgets/task-list.tsx";

const tasks = ["waiting", "payouts", "messages"] as const;
type Task = (typeof tasks)[number];

const icons = { waiting: UserPlus, payouts: Banknote, messages: Inbox } as const;
const ways = {
  waiting: linkOptions({ to: "/admin/users", search: { role: "developer", status: "inactive" } }),
  payouts: linkOptions({ to: "/admin/payouts" }),
  messages: linkOptions({ to: "/admin/messages" }),
} as const;

/** Tasks that only admins can do. */
export const PendingTasks = ({ numbers }: { numbers: AdminNumbers }) => (
  <TaskList lines={tasks.filter((task) => numbers[task] > 0)} keyOf={(task) => task}>
    {(task) => (
      <Link {...ways[task]} className={rowClass}>
        <TaskLine icon={icons[task]} urgent={false}>
          <Sentence task={task} count={numbers[task]} />
        </TaskLine>
        <TaskChevron />
      </Link>
    )}
  </TaskList>
);

function Sentence({ task, count }: { task: Task; count: number }) {
  const { t } = useLingui();
  const sentences: { readonly [T in Task]: string } = {
    waiting: t`${plural(count, { one: "# developer to activate", other: "# developers to activate" })}`,
    payouts: t`${plural(count, { one: "# payout to make", other: "# payouts to make" })}`,
    messages: t`${plural(count, { one: "# message to answer", other: "# messages to answer" })}`,
  };
  return sentences[task];
}
