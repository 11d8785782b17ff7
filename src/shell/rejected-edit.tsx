// Edits a rejected change in the sync panel, because no screen shows a row that may not exist.
import { Trans, useLingui } from "@lingui/react/macro";
import type { UseFormRegisterReturn } from "react-hook-form";
import * as v from "valibot";
import { rejectedRetry } from "../../sync/mutations/outbox.ts";
import type { RejectedChange } from "../../sync/queries/outbox.ts";
import { collections } from "../../sync/schema/collections.ts";
import type { Failure } from "../../sync/transport/result.ts";
import { failureText } from "../features/sync/failures.ts";
import { columnLabel } from "../features/sync/labels.ts";
import { useMutation } from "../state/store.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Form, FormField } from "../ui/form/form.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { DateInput, TextArea, TextInput } from "../ui/inputs.tsx";
import { Notice } from "../ui/notice.tsx";

type Column = keyof typeof columnLabel;
const oneLine: ReadonlySet<string> = new Set(["title", "summary"]);
const schema = v.record(v.string(), v.string());

export function editableColumns({ collection, doc, kind }: RejectedChange): Column[] {
  const { insert, update } = collections[collection];
  const all = Object.keys(columnLabel) as Column[];
  return kind === "rejected" && !doc._deleted
    ? // Exclude empty columns that another user fills in later, like the reason of a review.
      all.filter((c) => typeof doc[c] === "string" && (insert.includes(c) || (update.includes(c) && doc[c] !== "")))
    : [];
}

interface RejectedEditProps {
  entry: RejectedChange;
  open: boolean;
  onClose: () => void;
}

export function RejectedEdit({ entry, open, onClose }: RejectedEditProps) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Edit your change</Trans>}>
      <EditForm entry={entry} onClose={onClose} />
    </Dialog>
  );
}

function EditForm({ entry, onClose }: Omit<RejectedEditProps, "open">) {
  const { t } = useLingui();
  const retry = useMutation(rejectedRetry);
  const columns = editableColumns(entry);
  const form = useForm({
    schema,
    defaults: Object.fromEntries(columns.map((c) => [c, String(entry.doc[c])])),
    draft: { key: `mend:${entry.key}` },
    onSubmit: async (values) => {
      const sent = await retry(entry.key, values);
      if (sent.ok) onClose();
      return sent;
    },
  });
  const texts: readonly string[] = collections[entry.collection].texts;
  return (
    <Form form={form} className="pb-2">
      {columns.map((column) => (
        <FormField key={column} form={form} name={column} label={t(columnLabel[column])}>
          {(field) => (
            <ColumnInput column={column} long={texts.includes(column) && !oneLine.has(column)} field={field} />
          )}
        </FormField>
      ))}
      {form.failure && <Notice tone="danger" live title={t(failureText(form.failure as Failure))} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" variant="primary" pending={form.formState.isSubmitting}>
          <Trans>Save and send again</Trans>
        </Button>
      </div>
    </Form>
  );
}

function ColumnInput({ column, long, field }: { column: Column; long: boolean; field: UseFormRegisterReturn }) {
  if (long) return <TextArea {...field} />;
  return column.endsWith("_date") ? <DateInput {...field} /> : <TextInput {...field} />;
}
