import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useId, useState } from "react";
import { Button, IconButton } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Field } from "#ui/field.tsx";
import { Select, TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { addressProblemLabel } from "../../invitation-labels.ts";
import type { AddressColumn, ColumnChoice } from "../../tester-list.ts";
import type { CheckedAddress, CheckedList } from "./use-checked-list.ts";

/** Rows rendered at a time, since each contains an input. */
const PAGE = 100;

interface AddressListProps {
  list: CheckedList;
  onCorrect: (id: number, text: string) => void;
  onRemove: (id: number) => void;
  onColumn: (column: ColumnChoice) => void;
}

export function AddressList({ list, onCorrect, onRemove, onColumn }: AddressListProps) {
  const { t } = useLingui();
  const [drawn, setDrawn] = useState(PAGE);
  const count = list.entries.filter(({ problem }) => problem === null).length;
  const wrong = list.entries.length - count;
  const place = new Map(list.order.map((id, at) => [id, at]));
  const shown = [...list.entries].sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0));
  const more = Math.min(PAGE, shown.length - drawn);
  return (
    <>
      <Notice tone={count > 0 ? "positive" : "caution"} live>
        {count > 0 ? (
          <Plural value={count} one="# address will be invited." other="# addresses will be invited." />
        ) : (
          <Trans>There is no address to invite.</Trans>
        )}{" "}
        {wrong > 0 && <Plural value={wrong} one="# entry has a problem." other="# entries have a problem." />}
      </Notice>
      {list.columns.length > 0 && <Columns {...list} onColumn={onColumn} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, also with the keyboard */}
      <div tabIndex={0} role="group" aria-label={t`Addresses`} className="max-h-80 overflow-y-auto px-1">
        <ul className="divide-y divide-line">
          {shown.slice(0, drawn).map((entry) => (
            <Entry key={entry.id} {...{ entry, onCorrect, onRemove }} />
          ))}
        </ul>
        {more > 0 && (
          <div className="grid place-items-center py-2">
            <Button onClick={() => setDrawn(drawn + PAGE)}>
              <Plural value={more} one="Show # more" other="Show # more" />
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

interface ColumnsProps {
  columns: readonly AddressColumn[];
  column: number | null;
  onColumn: (column: ColumnChoice) => void;
}

function Columns({ columns, column, onColumn }: ColumnsProps) {
  const { t } = useLingui();
  const nameOf = ({ at, name }: AddressColumn) => {
    const number = at + 1;
    return name || t`Column ${number}`;
  };
  const [only] = columns;
  if (columns.length === 1 && only) {
    const name = nameOf(only);
    return (
      <p className="text-muted text-sm">
        <Trans>
          The addresses come from the column “<bdi>{name}</bdi>”. The other columns are not used.
        </Trans>
      </p>
    );
  }
  return (
    <Field label={<Trans>Column with the addresses</Trans>}>
      <Select
        value={column === null ? "all" : String(column)}
        onChange={(event) => onColumn(event.target.value === "all" ? null : Number(event.target.value))}
        options={[
          ...columns.map((one) => ({ value: String(one.at), label: nameOf(one) })),
          { value: "all", label: t`All columns` },
        ]}
      />
    </Field>
  );
}

interface EntryProps {
  entry: CheckedAddress;
  onCorrect: (id: number, text: string) => void;
  onRemove: (id: number) => void;
}

function Entry({ entry: { id, line, text, email, problem }, onCorrect, onRemove }: EntryProps) {
  const { t } = useLingui();
  const shown = email || text;
  // Null until the user edits this entry.
  const [typed, setTyped] = useState<string | null>(null);
  const status = useId();
  const Icon = problem ? CircleAlert : CircleCheck;
  const commit = () => {
    if (typed !== null && typed !== shown) onCorrect(id, typed);
    setTyped(null);
  };
  return (
    <li className="flex items-start gap-2 py-2 [contain-intrinsic-block-size:5rem] [content-visibility:auto]">
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <TextInput
          dir="ltr"
          inputMode="email"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          aria-label={t`Address in line ${line}`}
          aria-invalid={problem !== null || undefined}
          aria-describedby={status}
          value={typed ?? shown}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
        />
        <span id={status} className={cx("flex items-center gap-1.5 text-sm", problem ? "text-caution" : "text-muted")}>
          <Icon aria-hidden className="size-4 shrink-0" />
          <span>
            <Trans>Line {line}:</Trans> {problem ? t(addressProblemLabel[problem]) : <Trans>will be invited</Trans>}
          </span>
        </span>
      </div>
      <IconButton icon={X} label={t`Remove ${shown}`} onClick={() => onRemove(id)} />
    </li>
  );
}
