import { Trans, useLingui } from "@lingui/react/macro";
import { ChevronRight, type LucideIcon } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Section } from "#ui/card.tsx";
import { cx } from "#ui/cx.ts";

const SHOWN = 4;

interface TaskListProps<T> {
  lines: readonly T[];
  keyOf: (line: T) => string;
  children: (line: T) => ReactNode;
}

/** Shows the first tasks with a Show all button. Renders nothing without tasks. */
export function TaskList<T>({ lines, keyOf, children }: TaskListProps<T>) {
  const { t } = useLingui();
  const [whole, setWhole] = useState(false);
  const { length } = lines;
  if (length === 0) return null;
  return (
    <Section title={<Trans>Waiting for you</Trans>}>
      <ul
        aria-label={t`Waiting for you`}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised shadow-sm"
      >
        {lines.slice(0, whole ? undefined : SHOWN).map((line) => (
          <li key={keyOf(line)} data-row>
            {children(line)}
          </li>
        ))}
      </ul>
      {length > SHOWN && !whole && (
        <Button size="sm" variant="ghost" className="w-fit" onClick={() => setWhole(true)}>
          <Trans>Show all {length}</Trans>
        </Button>
      )}
    </Section>
  );
}

interface TaskLineProps {
  icon: LucideIcon;
  urgent: boolean;
  about?: ReactNode;
  children: ReactNode;
}

export const TaskLine = ({ icon: Icon, urgent, about, children }: TaskLineProps) => (
  <>
    <span
      aria-hidden
      className={cx(
        "grid size-9 shrink-0 place-items-center rounded-full",
        urgent ? "bg-caution-soft text-caution" : "bg-accent-soft text-accent",
      )}
    >
      <Icon className="size-4.5" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">{children}</span>
      {about && <span className="block truncate text-muted text-sm">{about}</span>}
    </span>
  </>
);

export const TaskChevron = () => <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />;
