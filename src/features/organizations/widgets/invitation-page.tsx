import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useAddressLink } from "#lib/use-address-link.ts";
import { callServer } from "#state/call-server.ts";
import type { Transport } from "#state/sync.ts";
import type { CallFailure, CallResult } from "#sync/transport/result.ts";
import { Button } from "#ui/button.tsx";
import { EmailText } from "#ui/email-text.tsx";
import { Notice } from "#ui/notice.tsx";
import { SpinnerPage } from "#ui/spinner-page.tsx";
import { useAnswer } from "../../common/use-answer.ts";
import { PublicFrame, PublicTitle } from "../../site/widgets/public-frame.tsx";
import { type OpenedLink, readOpenedLink, type TokenPlace } from "../invitation-token.ts";
import { OrganizationLogo } from "./organization-logo.tsx";

interface InvitationPageProps<T> {
  place: TokenPlace;
  title: string;
  read: (transport: Transport, token: string) => CallResult<T>;
  titleOf: (offer: T) => string;
  failureOf: (failure: CallFailure) => MessageDescriptor;
  children: (offer: T, link: OpenedLink) => ReactNode;
}

export function InvitationPage<T>(props: InvitationPageProps<T>) {
  const [link, turn] = useAddressLink(() => readOpenedLink(props.place));
  return <Opened key={turn} {...props} link={link} />;
}

function Opened<T>(props: InvitationPageProps<T> & { link: OpenedLink | null }) {
  const { link, place, title } = props;
  const router = useRouter();
  useEffect(() => {
    const { pathname, search, hash } = window.location;
    const address = link?.address ?? place;
    if (pathname + search + hash !== address) router.history.replace(address);
  }, [router, place, link]);
  if (link) return <Asked {...props} link={link} />;
  return (
    <Page title={title}>
      <Notice tone="caution" title={<Trans>This link is not complete</Trans>}>
        <Trans>Open the link again as you got it, or ask the person who sent it for another one.</Trans>
      </Notice>
    </Page>
  );
}

function Asked<T>(props: InvitationPageProps<T> & { link: OpenedLink }) {
  const { link, title, read, titleOf, failureOf, children } = props;
  const { t } = useLingui();
  const { answer, reload } = useAnswer(() => callServer((transport) => read(transport, link.token)));
  if (answer.kind === "loading") {
    return (
      <Page title={title}>
        <SpinnerPage />
      </Page>
    );
  }
  if (answer.kind === "failed") {
    const rejected = answer.failure.type === "rejected";
    return (
      <Page title={title}>
        <Notice tone="danger" live>
          {t(failureOf(answer.failure))}
        </Notice>
        {!rejected && (
          <Button className="w-fit" onClick={reload}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Page>
    );
  }
  return <Page title={titleOf(answer.value)}>{children(answer.value, link)}</Page>;
}

const Page = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicFrame>
    <div className="page flex max-w-2xl flex-col gap-6 pt-4 pb-20 md:pt-8">
      <PublicTitle title={title} />
      {children}
    </div>
  </PublicFrame>
);

export const InvitationCard = ({ name, path, children }: { name: string; path: string; children: ReactNode }) => (
  <div className="flex items-start gap-4 rounded-lg border border-line bg-raised p-5">
    <OrganizationLogo name={name} path={path} size="lg" />
    <div className="flex min-w-0 flex-col gap-1">{children}</div>
  </div>
);

/** The address that may accept. @param email empty if any address may */
export const InvitedAddress = ({ email }: { email: string }) =>
  email !== "" && (
    <p className="break-words text-muted text-sm">
      <Trans>
        The invitation is for <EmailText value={email} />.
      </Trans>
    </p>
  );
