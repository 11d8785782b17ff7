// An illustration of the product, built from its components: a report is sent and approved. Hidden
// from screen readers and not interactive.
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import {
  Check,
  CloudOff,
  FlaskConical,
  Gift,
  LayoutDashboard,
  MessageSquareText,
  Search,
  Send,
  Store,
  UserRound,
} from "lucide-react";
import { formatKilometers } from "#i18n/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Badge } from "#ui/badge.tsx";
import { cx } from "#ui/cx.ts";
import { Money } from "#ui/formatted-values.tsx";
import { Rating } from "#ui/rating.tsx";
import { karmaLabel } from "../../common/account-labels.ts";
import { FeedbackStatus, TypeChip } from "../../common/widgets/report-badges.tsx";
import { Mark } from "./logo.tsx";

const places = [LayoutDashboard, FlaskConical, UserRound, Store, Send, MessageSquareText, Gift];

interface ProductPictureProps {
  /** Width, and the reserved height of the lower part on a desktop. */
  className: string;
  moving?: boolean;
}

export function ProductPicture({ className, moving = false }: ProductPictureProps) {
  const { t, i18n } = useLingui();
  const distance = formatKilometers(0.4, i18n.locale);
  return (
    <div aria-hidden="true" className={cx("relative mx-auto w-full max-w-md select-none", className)} inert>
      <div className="flex overflow-hidden rounded-xl border border-line bg-raised shadow-lg lg:me-14">
        <Places />
        <div className="min-w-0 flex-1">
          <div className="flex h-12 items-center justify-between gap-3 border-line border-b px-4">
            <Mark className="size-7 shrink-0 max-[22.5rem]:hidden lg:hidden" />
            <p className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-surface px-2 text-muted text-xs max-lg:hidden">
              <Search className="size-4 shrink-0" />
              <span className="truncate">
                <Trans>Search or jump to…</Trans>
              </span>
            </p>
            <span className="grid min-w-0 grid-cols-[minmax(0,auto)] justify-items-end *:[grid-area:1/1]">
              <Badge
                tone="caution"
                icon={CloudOff}
                className={cx("whitespace-normal!", moving && "motion-safe:animate-leave")}
              >
                <Trans>Offline, 2 changes waiting</Trans>
              </Badge>
              {moving && (
                <Badge tone="positive" icon={Check} className="animate-arrive motion-reduce:hidden">
                  <Trans>Synced</Trans>
                </Badge>
              )}
            </span>
          </div>
          <Report distance={distance} />
        </div>
      </div>
      <div
        className={cx(
          "relative -mt-6 ms-auto flex w-[88%] flex-col gap-3 rounded-xl border border-line bg-raised p-5 shadow-lg lg:absolute lg:right-0 lg:bottom-0 lg:mt-0 lg:w-[62%]",
          moving && "motion-safe:animate-arrive",
        )}
      >
        <div className="flex items-center gap-3">
          <Avatar name="Mara Lindqvist" size="sm" />
          <p className="min-w-0 flex-1 text-sm">
            <span className="block truncate font-semibold">Mara Lindqvist</span>
            <span className="block text-muted text-xs">
              {t(karmaLabel.title)} 214 · <Plural value={9} one="# test completed" other="# tests completed" />
            </span>
          </p>
          <FeedbackStatus status="approved" />
        </div>
        <div className="flex items-center gap-3 rounded-lg bg-positive-soft px-3 py-2.5 text-positive text-sm">
          <Gift className="size-5 shrink-0" />
          <span className="flex-1 font-medium">
            <Trans>Reward earned</Trans>
          </span>
          <span className="font-semibold">
            <Money cents={1500} currency="USD" />
          </span>
        </div>
        <p className="flex items-center gap-1.5 text-muted text-xs">
          <Check className="size-4" />
          <Trans>Synced</Trans>
        </p>
      </div>
    </div>
  );
}

const Places = () => (
  <div className="flex flex-col items-center gap-1 border-line border-e bg-surface px-2 py-2.5 max-lg:hidden">
    <Mark className="mb-2 size-7" />
    {places.map((Place, at) => (
      <span
        key={Place.displayName}
        className={cx(
          "grid size-8 place-items-center rounded-md",
          at === 0 ? "bg-accent-soft text-accent" : "text-muted",
        )}
      >
        <Place className="size-4.5" />
      </span>
    ))}
  </div>
);

const Report = ({ distance }: { distance: string }) => (
  <div className="flex flex-col gap-3.5 p-5">
    <p className="font-semibold text-lg tracking-tight">
      <Trans>New report</Trans>
    </p>
    <div className="flex items-center justify-between gap-3">
      <TypeChip type="bug" />
      <Rating value={3} />
    </div>
    <div className="flex flex-col gap-1.5">
      <p className="font-semibold">
        <Trans>The run stops counting when the screen locks</Trans>
      </p>
      <p className="text-muted text-sm">
        <Trans>1. Start a run. 2. Lock the phone. 3. Walk for two minutes. The distance stays at 0.4 km.</Trans>
      </p>
    </div>
    <div className="grid grid-cols-3 gap-2">
      <Shot distance={distance} />
      <Shot distance={distance} dim />
      <span className="grid aspect-4/3 place-items-center rounded-md border border-line-strong border-dashed text-muted text-xs">
        <Trans>Add photo</Trans>
      </span>
    </div>
  </div>
);

function Shot({ distance, dim }: { distance: string; dim?: boolean }) {
  const around = 2 * Math.PI * 20;
  return (
    <svg viewBox="0 0 80 60" className={cx("rounded-md bg-sunken", dim && "opacity-60")} role="presentation">
      <g fill="none" strokeWidth="4" strokeLinecap="round" transform="rotate(-90 40 30)">
        <circle cx="40" cy="30" r="20" className="stroke-line" />
        <circle cx="40" cy="30" r="20" className="stroke-accent" strokeDasharray={`${around * 0.12} ${around}`} />
      </g>
      <text x="40" y="33" textAnchor="middle" className="fill-text font-semibold text-[8px]">
        {distance}
      </text>
    </svg>
  );
}
