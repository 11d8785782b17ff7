import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { CirclePause, CirclePlay, CircleStop, Send } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useAskedAction, useServerAction } from "#features/common/use-server-call.ts";
import { OnlineQueryStates } from "#features/sync/widgets/online-query-states.tsx";
import { formatWeekdayTime } from "#i18n/format.ts";
import { useStatus } from "#state/status.ts";
import type { Transport } from "#state/sync.ts";
import type { Remote } from "#state/use-online-query.ts";
import { changeWaves, hasUnfinished, type WaveChange, type Waves } from "#sync/schema/wave-functions.ts";
import { Button } from "#ui/button.tsx";
import { Card } from "#ui/card.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { DateText } from "#ui/formatted-values.tsx";
import { Notice } from "#ui/notice.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { useNow } from "#ui/use-now.ts";
import { wavesFailure, wavesProblem, wavesStateLabel, wavesStateTone } from "../../wave-labels.ts";

interface WavesCardProps {
  waves: Remote<Waves | null>;
  /** Called when invitations may have been sent. */
  onChanged: () => void;
}

/** Renders nothing without a plan or when loading fails; the list below shows the error. */
export function WavesCard({ waves, onChanged }: WavesCardProps) {
  const { t } = useLingui();
  const online = useStatus("online");
  const now = useNow();
  const plan = waves.state === "ready" ? waves.data : null;
  // The server sends a due wave within a minute.
  const isOver = plan?.next_at != null && Date.parse(plan.next_at) + 60_000 < now;
  useEffect(() => {
    if (isOver) onChanged();
  }, [isOver, onChanged]);
  if (waves.state === "error")
    return <OnlineQueryStates remote={waves} failed={<Trans>The waves could not be loaded</Trans>} />;
  if (waves.state !== "ready" || !plan) return null;
  const { active, target, invited, candidates, skipped, created_by, created_at } = plan;
  return (
    <Card aria-label={t`Waves of invitations`} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2 className="text-lg">
          <Trans>Waves of invitations</Trans>
        </h2>
        <StatusBadge status={plan.state} labels={wavesStateLabel} tones={wavesStateTone} />
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <Figure
          text={
            <Plural
              value={target}
              one={`${active} of # tester takes part`}
              other={`${active} of # testers take part`}
            />
          }
          bar={<ProgressBar value={(active / target) * 100} label={t`Testers who take part`} tone="positive" />}
        />
        <Figure
          text={
            <>
              <Plural
                value={candidates}
                one={`${invited} of # person invited`}
                other={`${invited} of # people invited`}
              />
              {skipped > 0 && (
                <span className="text-muted">
                  {" · "}
                  <Plural value={skipped} one="# skipped" other="# skipped" />
                </span>
              )}
            </>
          }
          bar={<ProgressBar value={((invited + skipped) / candidates) * 100} label={t`People invited`} />}
        />
      </div>
      {plan.problem !== "" && plan.next_at && (
        <Notice tone="caution" title={t(wavesProblem(plan.problem))}>
          <Trans>No testers are skipped. The wave is tried again: {<At value={plan.next_at} />}.</Trans>
        </Notice>
      )}
      {plan.problem !== "" && plan.state === "paused" && (
        <Notice tone="caution" title={t(wavesProblem(plan.problem))} />
      )}
      {(plan.problem === "" || plan.state !== "running") && (
        <p className="text-sm">
          <Next plan={plan} />
        </p>
      )}
      {hasUnfinished(plan) && <WaveActions plan={plan} onChanged={onChanged} />}
      <p className="text-muted text-sm">
        {created_by === "" ? (
          <Trans>
            Started <DateText value={created_at} />
          </Trans>
        ) : (
          <Trans>
            Started by {created_by} <DateText value={created_at} />
          </Trans>
        )}
        {waves.old && !online && (
          <>
            {" · "}
            <Trans>
              last seen <DateText value={waves.at} />
            </Trans>
          </>
        )}
      </p>
    </Card>
  );
}

function Figure({ text, bar }: { text: ReactNode; bar: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="text-sm tabular-nums">{text}</p>
      {bar}
    </div>
  );
}

function At({ value }: { value: string }) {
  const { i18n } = useLingui();
  return <time dateTime={value}>{formatWeekdayTime(value, i18n.locale)}</time>;
}

function Next({ plan }: { plan: Waves }) {
  const { state, next_at, waiting, wave_size, active, target } = plan;
  const missing = Math.max(0, target - active);
  switch (state) {
    case "running":
      if (active >= target)
        return (
          <Trans>
            Enough testers take part. If that is still the case on <At value={next_at ?? ""} />, no more testers are
            invited.
          </Trans>
        );
      if (waiting === 0)
        return (
          <Trans>
            Everybody on the list has been invited. The waves end on <At value={next_at ?? ""} />; until then you can
            add people.
          </Trans>
        );
      return (
        <>
          <Plural value={Math.min(wave_size, waiting)} one="Next invitation:" other="Next # invitations:" />{" "}
          <At value={next_at ?? ""} />
        </>
      );
    case "paused":
      return <Plural value={waiting} one="Paused: # person is waiting." other="Paused: # people are waiting." />;
    case "done":
      return waiting === 0 ? (
        <Trans>Enough testers take part.</Trans>
      ) : (
        <Plural
          value={waiting}
          one="Enough testers take part; # person on the list was not invited. If testers leave, invite more."
          other="Enough testers take part; # people on the list were not invited. If testers leave, invite more."
        />
      );
    case "exhausted":
      if (missing === 0) return <Trans>Enough testers take part.</Trans>;
      return (
        <Plural
          value={missing}
          one="Everybody on the list has been invited. Invite more testers to fill the last spot."
          other="Everybody on the list has been invited. Invite more testers to fill the other # spots."
        />
      );
    case "closed":
      return <Trans>The campaign takes no more testers.</Trans>;
    case "stopped":
      return (
        <Plural
          value={waiting}
          one="# person on the list was not invited. You can start new waves with them."
          other="# people on the list were not invited. You can start new waves with them."
        />
      );
  }
}

function WaveActions({ plan, onChanged }: { plan: Waves; onChanged: () => void }) {
  const { t } = useLingui();
  const online = useStatus("online");
  const { pending, act } = useServerAction(onChanged, wavesFailure);
  const stop = useAskedAction(onChanged, wavesFailure);
  const { id, state, waiting, wave_size } = plan;
  const isRunning = state === "running";
  const next = Math.min(wave_size, waiting);
  const change = (to: WaveChange) => (transport: Transport) => transport.rpc(changeWaves, { plan: id, change: to });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isRunning && waiting > 0 && (
          <Button
            size="sm"
            icon={Send}
            disabled={!online || pending}
            onClick={() => void act(change({ do: "send", wave: plan.waves_sent + 1 }), t`The next wave has been sent`)}
          >
            <Plural value={next} one="Send the next # now" other="Send the next # now" />
          </Button>
        )}
        {isRunning ? (
          <Button
            size="sm"
            icon={CirclePause}
            disabled={!online || pending}
            onClick={() => void act(change({ do: "pause" }), t`The waves are paused`)}
          >
            <Trans>Pause</Trans>
          </Button>
        ) : (
          <Button
            size="sm"
            icon={CirclePlay}
            disabled={!online || pending}
            onClick={() => void act(change({ do: "resume" }), t`The waves continue`)}
          >
            <Trans>Resume</Trans>
          </Button>
        )}
        <Button size="sm" icon={CircleStop} disabled={!online} opensDialog onClick={stop.ask}>
          <Trans>Stop</Trans>
        </Button>
        {!online && (
          <span className="text-muted text-sm">
            <Trans>Connect to change the waves.</Trans>
          </span>
        )}
      </div>
      <ConfirmDialog
        {...stop.question(change({ do: "stop" }), t`The waves have been stopped`)}
        title={<Trans>Stop the waves?</Trans>}
        confirmLabel={<Trans>Stop waves</Trans>}
      >
        <Plural
          value={waiting}
          one="# person is still waiting and is not invited. Invitations that were sent stay valid. This cannot be undone."
          other="# people are still waiting and are not invited. Invitations that were sent stay valid. This cannot be undone."
        />
      </ConfirmDialog>
    </>
  );
}
