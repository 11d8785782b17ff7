import { Plural } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Banknote, Inbox, UserPlus } from "lucide-react";
import type { AdminNumbers } from "../../../../../sync/schema/admin-functions.ts";
import { rowClass } from "../../../reports/widgets/report-link.tsx";
import { TaskLine, TaskList } from "../../widgets/task-list.tsx";

const tasks = ["waiting", "payouts", "messages"] as const;

/** What only an admin can move on. */
export const PendingTasks = ({ numbers }: { numbers: AdminNumbers }) => (
  <TaskList lines={tasks.filter((task) => numbers[task] > 0)} keyOf={(task) => task}>
    {(task) => <Task task={task} count={numbers[task]} />}
  </TaskList>
);

function Task({ task, count }: { task: (typeof tasks)[number]; count: number }) {
  switch (task) {
    case "waiting":
      return (
        <Link to="/admin/users" search={{ role: "developer", status: "inactive" }} className={rowClass}>
          <TaskLine icon={UserPlus} urgent={false}>
            <Plural value={count} one="# developer to activate" other="# developers to activate" />
          </TaskLine>
        </Link>
      );
    case "payouts":
      return (
        <Link to="/admin/payouts" className={rowClass}>
          <TaskLine icon={Banknote} urgent={false}>
            <Plural value={count} one="# payout to make" other="# payouts to make" />
          </TaskLine>
        </Link>
      );
    case "messages":
      return (
        <Link to="/admin/messages" className={rowClass}>
          <TaskLine icon={Inbox} urgent={false}>
            <Plural value={count} one="# message to answer" other="# messages to answer" />
          </TaskLine>
        </Link>
      );
  }
}
