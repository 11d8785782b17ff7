// A table with sticky, sortable headers. Rows become cards on a phone; long tables are virtualized.
import { useLingui } from "@lingui/react/macro";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { cx } from "./cx.ts";

export interface Column<T> {
  key: string;
  header: string;
  /** Replaces the header where there are columns, for example by a link. */
  head?: ReactNode;
  cell: (row: T) => ReactNode;
  sortable?: boolean;
  align?: "start" | "end";
  /** Names the row: card title on a phone, row header on a desktop. */
  primary?: boolean;
  /** Sticky at the end during horizontal scrolling. */
  pinned?: boolean;
  className?: string;
}
type Look<T> = Omit<Column<T>, "key" | "header" | "cell">;
/** `column("name", t`Name`, { primary: true }, (row) => row.name)`; the third may be left out. */
export function column<T>(
  key: string,
  header: string,
  ...rest: [cell: Column<T>["cell"]] | [look: Look<T>, cell: Column<T>["cell"]]
): Column<T> {
  const [look, cell] = rest.length === 1 ? [{}, rest[0]] : rest;
  return { key, header, ...look, cell };
}

/** The last column, with buttons or a menu. */
export const actionsColumn = <T,>(header: string, cell: Column<T>["cell"]): Column<T> =>
  column("actions", header, { align: "end", className: "lg:w-16" }, cell);
/** False leaves a column out. */
export type Columns<T> = readonly (Column<T> | false)[];
export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

interface DataTableProps<T> {
  caption: string;
  columns: Columns<T>;
  rows: readonly T[];
  keyOf: (row: T) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Scrolls horizontally with a sticky first column. */
  scrolls?: boolean;
}

const WHOLE_UP_TO = 80;
/** Row height in px before measuring. */
const ESTIMATE = 53;
/** Measure rows from this length on, because a list grows by pages. */
const SOON_LONG = WHOLE_UP_TO / 4;

/** Clicking the sorted column reverses it; another column sorts ascending. */
const nextSort = (key: string, sort: Sort | undefined): Sort => ({
  key,
  direction: sort?.key === key && sort.direction === "asc" ? "desc" : "asc",
});

export function DataTable<T>(props: DataTableProps<T>) {
  const { caption, rows, keyOf, sort, onSort, scrolls = false } = props;
  const columns = props.columns.filter((column) => column !== false);
  const body = useRef<HTMLTableSectionElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (body.current) setTop(body.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const whole = rows.length <= WHOLE_UP_TO;
  // Measured, because a phone's cards are three times as high as rows. A wrong estimate would
  // virtualize visible rows and lose the focus in them.
  const height = useRef(ESTIMATE);
  // The gap between cards on a phone.
  const gap = rows.length > SOON_LONG && window.matchMedia("(width < 64rem)").matches ? 12 : 0;
  useLayoutEffect(() => {
    const box = body.current;
    if (box && whole && rows.length > SOON_LONG) height.current = (box.offsetHeight + gap) / rows.length - gap;
  }, [whole, rows.length, gap]);
  const virtualizer = useWindowVirtualizer({
    count: whole ? 0 : rows.length,
    estimateSize: () => height.current,
    overscan: 10,
    gap,
    scrollMargin: top,
  });
  const shown = virtualizer.getVirtualItems();
  const before = whole ? 0 : (shown[0]?.start ?? top) - top;
  const after = whole ? 0 : virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? top) - top);

  const line = (row: T, index: number) => (
    <tr
      key={keyOf(row)}
      ref={whole ? undefined : virtualizer.measureElement}
      data-index={index}
      data-row
      aria-rowindex={index + 2}
      className="max-lg:flex max-lg:flex-col max-lg:gap-1.5 max-lg:rounded-lg max-lg:border max-lg:border-line max-lg:bg-raised max-lg:p-4 lg:border-line lg:border-t"
    >
      {columns.map((column) => (
        <Cell key={column.key} column={column} className={scrolls ? stays(column) : ""}>
          {column.cell(row)}
        </Cell>
      ))}
    </tr>
  );

  return (
    <div
      {...(scrolls ? { role: "region", "aria-label": caption, tabIndex: 0 } : {})}
      className={cx(
        "lg:rounded-lg lg:border lg:border-line lg:bg-raised lg:shadow-sm",
        // Contains screen-reader-only content, which would otherwise widen the page.
        scrolls && "lg:relative lg:overflow-x-auto",
      )}
    >
      <table
        aria-rowcount={rows.length + 1}
        className={cx("w-full text-sm max-lg:block", scrolls && "lg:w-max lg:min-w-full")}
      >
        <caption className="sr-only">{caption}</caption>
        <thead className="max-lg:sr-only">
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                className={scrolls ? `lg:static lg:top-auto ${stays(column)}` : ""}
                sort={sort}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className="max-lg:flex max-lg:flex-col max-lg:gap-3">
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {whole ? rows.map(line) : shown.map((item) => line(rows[item.index] as T, item.index))}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

/** Columns that do not scroll horizontally: row name and actions. */
const stays = ({ primary, pinned }: Pick<Column<never>, "primary" | "pinned">) =>
  cx(
    (primary || pinned) && "lg:sticky! lg:z-10 lg:bg-raised",
    primary && "lg:start-0",
    pinned && "lg:end-0 lg:border-line lg:border-s",
  );

interface CellProps<T> {
  column: Column<T>;
  className: string;
  children: ReactNode;
}

function Cell<T>({ column, className, children }: CellProps<T>) {
  const align = column.align === "end" && "lg:text-end";
  /** A card of a phone would show its label without a value. */
  const isEmpty = children === false || children === null;
  if (column.primary) {
    return (
      <th
        scope="row"
        className={cx("text-start font-semibold max-lg:text-base lg:px-4 lg:py-3", align, className, column.className)}
      >
        {children}
      </th>
    );
  }
  return (
    <td
      className={cx(
        isEmpty ? "max-lg:hidden" : "max-lg:flex max-lg:items-center max-lg:justify-between max-lg:gap-4",
        // A menu button or checkbox is taller than a line of text. Keep the row's height, and align
        // the dots with the other values.
        "lg:px-4 lg:py-3 lg:has-[>span>:is([aria-haspopup=menu],label)]:py-0.5",
        "max-lg:has-[>span>[aria-haspopup=menu]]:-me-3",
        align,
        className,
        column.className,
      )}
    >
      <span aria-hidden className="max-w-3/5 shrink-0 text-muted lg:hidden">
        {column.header}
      </span>
      <span className="min-w-0 max-lg:text-end">{children}</span>
    </td>
  );
}

function HeaderCell<T>(props: {
  column: Column<T>;
  className: string;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const { column, className, sort, onSort } = props;
  const { t } = useLingui();
  const sorted = sort?.key === column.key ? sort.direction : undefined;
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  const header = column.header;
  return (
    <th
      scope="col"
      aria-sort={sorted && (sorted === "asc" ? "ascending" : "descending")}
      className={cx(
        "sticky top-14 z-10 bg-raised px-4 py-1 font-semibold text-muted first:rounded-ss-lg last:rounded-se-lg",
        column.align === "end" ? "text-end" : "text-start",
        className,
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          title={t`Sort by ${header}`}
          onClick={() => onSort(nextSort(column.key, sort))}
          className="-mx-2 inline-flex min-h-9 items-center gap-1 rounded-md px-2 text-start hover:text-text"
        >
          {header}
          <Icon aria-hidden className={cx("size-4", !sorted && "opacity-50")} />
        </button>
      ) : (
        <span className="inline-flex min-h-9 items-center">
          {column.head ? (
            <>
              {/* A phone hides the header row, so it has nothing to focus. */}
              <span className="lg:hidden">{header}</span>
              <span className="max-lg:hidden">{column.head}</span>
            </>
          ) : (
            header
          )}
        </span>
      )}
    </th>
  );
}

const Spacer = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height }} className="p-0" />
  </tr>
);
