// Must list all stored personal data: a new column about users needs a line here.
import { Trans, useLingui } from "@lingui/react/macro";
import { karmaLabel } from "#features/common/account-labels.ts";
import { TextLink } from "#ui/button.tsx";
import { LegalPage, Paragraph, Points } from "./legal-page.tsx";

export function Privacy() {
  const { t } = useLingui();
  return (
    <LegalPage
      title={t`Privacy Policy`}
      sections={[
        { id: "introduction", title: t`Introduction`, body: <Introduction /> },
        { id: "personal", title: t`Personal information`, body: <Personal /> },
        { id: "usage", title: t`Usage information`, body: <Usage /> },
        { id: "testing", title: t`Beta testing data`, body: <Testing /> },
        { id: "use", title: t`How we use it`, body: <Use /> },
        { id: "who", title: t`Who sees what`, body: <Who /> },
        { id: "device", title: t`What stays on your device`, body: <Device /> },
        { id: "time", title: t`How long we keep it`, body: <Time /> },
        { id: "rights", title: t`Your rights`, body: <Rights /> },
        { id: "children", title: t`Age`, body: <Children /> },
        { id: "contact", title: t`Contact`, body: <Contact /> },
      ]}
    />
  );
}

const Introduction = () => (
  <Paragraph>
    <Trans>
      This page explains what Betaflock knows about you, what it is used for and who gets to see it. We ask for what the
      service needs and nothing more. There is no advertising here, and no tracking by us or by anyone else.
    </Trans>
  </Paragraph>
);

const Personal = () => (
  <Points>
    <Trans>
      Your name, email address, role and password. The password is stored only as a hash that cannot be reversed.
    </Trans>
    <Trans>
      What you add to your profile: picture, a few words about you, company, website, devices and areas of expertise.
    </Trans>
    <Trans>Testers who want to be paid: a PayPal address. Developers: the plan and the name of a payment method.</Trans>
    <Trans>If you log in with Google or GitHub: the name and email address they give us.</Trans>
    <Trans>Messages that you send us through the contact form.</Trans>
  </Points>
);

const Usage = () => (
  <Points>
    <Trans>When you registered and last logged in, and which language you chose.</Trans>
    <Trans>
      Actions that others rely on: applications, approvals, downloads of a build, payouts. Admins can see these in an
      activity log.
    </Trans>
    <Trans>
      For a short time, the address a request came from, to stop people who guess passwords or flood the service.
    </Trans>
  </Points>
);

function Testing() {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  return (
    <Points>
      <Trans>Your reports with ratings, texts, steps and comments, and when each was written and received.</Trans>
      <Trans>The device that you name in a report: model, system and version.</Trans>
      <Trans>
        Photos, recordings and files that you attach. Details hidden in photos, such as the place, are removed on your
        device.
      </Trans>
      <Trans>What results from them: approved reports, usefulness, {karma}, rewards.</Trans>
    </Points>
  );
}

const Use = () => (
  <Points>
    <Trans>
      To run the tests: to pass applications and reports to the developer, and answers and rewards to the tester.
    </Trans>
    <Trans>
      To notify you about what concerns you, in the app and by email where it is set up. You choose what in your
      settings.
    </Trans>
    <Trans>To pay out rewards and to keep the accounts the law requires.</Trans>
    <Trans>To keep the service safe and to find faults.</Trans>
  </Points>
);

function Who() {
  const { t } = useLingui();
  const karma = t(karmaLabel.noun);
  return (
    <Points>
      <Trans>
        Developers see what came with your application: name, picture, {karma}, average rating, devices and expertise,
        but not your email address.
      </Trans>
      <Trans>Other testers see none of your reports. Only you can see your drafts.</Trans>
      <Trans>Only you and the admins can see your email and PayPal addresses.</Trans>
      <Trans>
        We sell nothing. Outside Betaflock, your data goes only to the providers that store it and send our emails, and
        to PayPal when you are paid.
      </Trans>
    </Points>
  );
}

const Device = () => (
  <>
    <Paragraph>
      <Trans>
        Betaflock works offline, so your browser holds a copy of what you may see, and everything that has not been sent
        yet. Logging out deletes that copy from the device. A contact message that has not been sent yet stays until it
        is sent.
      </Trans>
    </Paragraph>
    <Paragraph>
      <Trans>
        The browser remembers your session, the language, the theme and drafts of forms, because the app could not work
        without them. We set no cookies, with one exception: if you log in without “Remember me”, a cookie that is
        deleted when the browser is closed lets your session end with it. It says nothing about you.
      </Trans>
    </Paragraph>
  </>
);

const Time = () => (
  <Paragraph>
    <Trans>
      For as long as you have an account. When it is deleted, your name, addresses, picture and profile are deleted too.
      Reports, results of tasks, rewards and the record of payments remain without your name, since the other party and
      the accounts rely on them. Photos of results that you have not submitted can no longer be seen by the other party.
    </Trans>
  </Paragraph>
);

const Rights = () => (
  <Paragraph>
    <Trans>
      You do this yourself, at any time and without giving a reason. In your profile and your{" "}
      <TextLink to="/account">account settings</TextLink> you see and correct your data,{" "}
      <TextLink to="/account" hash="own-data">
        download a copy of all of it
      </TextLink>
      , change your email address, choose what you are notified about, and{" "}
      <TextLink to="/account" hash="delete-account">
        delete your account
      </TextLink>
      . If something is wrong that you can't change yourself, write to us: we answer within 30 days.
    </Trans>
  </Paragraph>
);

const Children = () => (
  <Paragraph>
    <Trans>
      Betaflock is for people aged 18 or over, and for younger people with the permission of a parent or legal guardian.
    </Trans>
  </Paragraph>
);

const Contact = () => (
  <Paragraph>
    <Trans>
      Questions about your data? <TextLink to="/contact">Write to us</TextLink>. The rules of the service are in the{" "}
      <TextLink to="/terms">Terms of Service</TextLink>.
    </Trans>
  </Paragraph>
);
