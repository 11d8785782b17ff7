// Annotates a picture with arrows, boxes, lines, text, pixelation and a crop. Saving renders a new
// picture, so pixelated areas and metadata cannot be recovered.
import { Trans, useLingui } from "@lingui/react/macro";
import { ArrowUpRight, Crop, Grid3x3, Pencil, Plus, Redo2, Square, Trash2, Type, Undo2 } from "lucide-react";
import { useEffect, useReducer, useRef, useState } from "react";
import { decodePicture, encodePicture } from "#state/image-processing.ts";
import { Button, IconButton } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { FilterPills } from "#ui/filter-pills.tsx";
import { TextInput } from "#ui/inputs.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { MarkupCanvas } from "./canvas.tsx";
import {
  draw,
  emptyHistory,
  historyAfter,
  inTheMiddle,
  kept,
  type Shape,
  shows,
  type Tool,
  tools,
  withMark,
} from "./shapes.ts";

interface MarkupDialogProps {
  name: string;
  picture: Blob;
  onClose: () => void;
  onSave: (picture: Blob, size: { width: number; height: number }) => Promise<void>;
}

export function MarkupDialog({ name, picture, onClose, onSave }: MarkupDialogProps) {
  const { t } = useLingui();
  const bitmap = useBitmap(picture);
  const [history, change] = useReducer(historyAfter, emptyHistory);
  const [tool, setTool] = useState<Tool>("arrow");
  const [chosen, setChosen] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const { shapes } = history;
  /** Text that is not placed on the picture yet. */
  const [words, setWords] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const text = shapes.find((s) => s.id === chosen && s.tool === "text");
  const add = (shape: Shape) => {
    change({ type: "set", shapes: withMark(shapes, shape.tool === "text" ? { ...shape, text: words } : shape) });
    setChosen(shape.id);
    if (shape.tool !== "text") return;
    if (words === "") field.current?.focus();
    setWords("");
  };
  const edit = (step: string, shape: Shape) =>
    change({ type: "set", step: `${step} ${shape.id}`, shapes: shapes.map((s) => (s.id === shape.id ? shape : s)) });
  const remove = (id: string) => change({ type: "set", shapes: shapes.filter((s) => s.id !== id) });
  const save = async () => {
    if (!bitmap || bitmap === "broken") return;
    setSaving(true);
    const part = kept(shapes, bitmap);
    const canvas = document.createElement("canvas");
    canvas.width = part.width;
    canvas.height = part.height;
    const context = canvas.getContext("2d");
    context?.translate(-part.x, -part.y);
    if (context) draw(context, bitmap, bitmap, shapes);
    const made = context && (await encodePicture(canvas, picture.type === "image/png"));
    if (made) await onSave(made, { width: canvas.width, height: canvas.height });
    setFailed(!made);
    setSaving(false);
  };
  const toolName = {
    ...{ arrow: t`Arrow`, box: t`Box`, pen: t`Pen` },
    ...{ text: t`Text`, blur: t`Blur`, crop: t`Crop` },
  } as const;
  const toolIcon = { arrow: ArrowUpRight, box: Square, pen: Pencil, text: Type, blur: Grid3x3, crop: Crop } as const;

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={<Trans>Mark up {name}</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" pending={saving} disabled={!shapes.some(shows)} onClick={() => void save()}>
            <Trans>Save picture</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <FilterPills
            label={t`Tool`}
            value={tool}
            onChange={setTool}
            pills={tools.map((value) => ({ value, label: toolName[value] }))}
          />
          <div className="flex gap-1">
            <IconButton
              icon={Undo2}
              label={t`Undo`}
              disabled={history.past.length === 0}
              onClick={() => change({ type: "undo" })}
            />
            <IconButton
              icon={Redo2}
              label={t`Redo`}
              disabled={history.future.length === 0}
              onClick={() => change({ type: "redo" })}
            />
            <IconButton
              icon={Plus}
              label={t`Add a mark in the middle`}
              disabled={!bitmap || bitmap === "broken"}
              onClick={() => bitmap && bitmap !== "broken" && add(inTheMiddle(crypto.randomUUID(), tool, bitmap))}
            />
          </div>
        </div>
        {(text || tool === "text") && (
          <Field label={<Trans>Text on the picture</Trans>}>
            <TextInput
              ref={field}
              maxLength={120}
              value={text ? text.text : words}
              onChange={({ target: { value } }) => (text ? edit("write", { ...text, text: value }) : setWords(value))}
            />
          </Field>
        )}
        {bitmap === null && <Spinner />}
        {(bitmap === "broken" || failed) && (
          <Notice tone="danger" live>
            <Trans>This picture could not be read.</Trans>
          </Notice>
        )}
        {bitmap && bitmap !== "broken" && (
          <MarkupCanvas
            picture={bitmap}
            shapes={shapes}
            tool={tool}
            chosen={chosen}
            onAdd={add}
            onChange={(shape) => edit("move", shape)}
            onRemove={remove}
          />
        )}
        <p className="text-muted text-sm">
          <Trans>Drag across the picture. Blur makes names, addresses and faces permanently unreadable.</Trans>
        </p>
        {shapes.length > 0 && (
          <ul aria-label={t`Marks`} className="flex flex-wrap gap-1.5">
            {shapes.map((shape, index) => {
              const Icon = toolIcon[shape.tool];
              const label = `${toolName[shape.tool]} ${index + 1}`;
              return (
                <li key={shape.id} className="inline-flex items-center rounded-md border border-line bg-raised">
                  <button
                    type="button"
                    aria-pressed={shape.id === chosen}
                    onClick={() => setChosen(shape.id)}
                    className="inline-flex min-h-11 items-center gap-1.5 rounded-md px-2.5 text-sm aria-pressed:bg-accent-soft md:pointer-fine:min-h-9"
                  >
                    <Icon aria-hidden className="size-4" />
                    {label}
                  </button>
                  <IconButton icon={Trash2} label={t`Remove ${label}`} onClick={() => remove(shape.id)} />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function useBitmap(picture: Blob): ImageBitmap | "broken" | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | "broken" | null>(null);
  useEffect(() => {
    let left = false;
    let made: ImageBitmap | null = null;
    void decodePicture(picture).then((read) => {
      made = read;
      if (left) read?.close();
      else setBitmap(read ?? "broken");
    });
    return () => {
      left = true;
      made?.close();
    };
  }, [picture]);
  return bitmap;
}
