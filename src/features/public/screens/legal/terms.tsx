// Every statement must match the product's behavior.
import { Trans, useLingui } from "@lingui/react/macro";
import { TextLink } from "#ui/button.tsx";
import { LegalPage, Paragraph, Points } from "./legal-page.tsx";

export function Terms() {
  const { t } = useLingui();
  return (
    <LegalPage
      title={t`Terms of Service`}
      sections={[
        { id: "acceptance", title: t`Acceptance`, body: <Acceptance /> },
        { id: "service", title: t`What the service is`, body: <Service /> },
        { id: "age", title: t`Who may use it`, body: <Age /> },
        { id: "account", title: t`Your account`, body: <Account /> },
        { id: "testers", title: t`If you test`, body: <Testers /> },
        { id: "developers", title: t`If you run campaigns`, body: <Developers /> },
        { id: "rewards", title: t`Rewards and payouts`, body: <Rewards /> },
        { id: "content", title: t`What you upload and write`, body: <Content /> },
        { id: "conduct", title: t`What is not allowed`, body: <Conduct /> },
        { id: "ending", title: t`Ending your account`, body: <Ending /> },
        { id: "liability", title: t`No guarantee for beta software`, body: <Liability /> },
        { id: "changes", title: t`Changes to these terms`, body: <Changes /> },
        { id: "contact", title: t`Contact`, body: <Contact /> },
      ]}
    />
  );
}

const Acceptance = () => (
  <Paragraph>
    <Trans>
      These terms are an agreement between you and Betaflock. By creating an account, or by using Betaflock without one,
      you accept them. If you don't agree with them, please don't use the service.
    </Trans>
  </Paragraph>
);

const Service = () => (
  <Paragraph>
    <Trans>
      Betaflock brings together developers, who run beta test campaigns for their apps, and testers, who apply to those
      tests, install the builds and report what they find. When a developer approves a report, the reward that the
      campaign promised is credited to the tester. The app works without a network: what you write is kept on your
      device and sent later.
    </Trans>
  </Paragraph>
);

const Age = () => (
  <Paragraph>
    <Trans>
      You must be at least 18 years old, or have the permission of a parent or legal guardian, who then accepts these
      terms for you.
    </Trans>
  </Paragraph>
);

const Account = () => (
  <Points>
    <Trans>Give your own name and an email address where we can reach you.</Trans>
    <Trans>Keep your password to yourself. Anything done with your account counts as done by you.</Trans>
    <Trans>
      One person has one account. Several accounts to collect the same reward more than once are not allowed.
    </Trans>
    <Trans>
      If you think that somebody else has used your account, change your password. In your{" "}
      <TextLink to="/account" hash="devices">
        account settings
      </TextLink>{" "}
      you see where you are signed in and end sessions that aren't yours.
    </Trans>
  </Points>
);

const Testers = () => (
  <Points>
    <Trans>Report what you have seen yourself, on the device that you name, and as precisely as you can.</Trans>
    <Trans>
      Unreleased builds, instructions and what you learn from them are confidential until the developer publishes them.
      Don't pass them on. A campaign may ask you to accept a separate agreement as well.
    </Trans>
    <Trans>
      Check your screenshots and recordings before you send them: they should show nothing about other people that those
      people would not want shown.
    </Trans>
  </Points>
);

const Developers = () => (
  <Points>
    <Trans>
      Only offer apps that are yours to offer, and builds that do no harm to the devices of those who install them.
    </Trans>
    <Trans>
      Answer each report within the number of days that the campaign promises. A report that is not answered by then is
      approved automatically.
    </Trans>
    <Trans>Judge reports by what they contain, and say why when you reject one or ask for changes.</Trans>
    <Trans>Use what testers tell you about themselves and their devices only for the test.</Trans>
  </Points>
);

const Rewards = () => (
  <>
    <Paragraph>
      <Trans>
        The model, amount and currency of the reward are shown on the campaign before you apply, and what applied when
        your report was approved remains valid. A reward is earned once, when the report is approved. A report that
        repeats a known one earns nothing, and costs you nothing either.
      </Trans>
    </Paragraph>
    <Paragraph>
      <Trans>
        You can ask for a payout of your earned rewards to your PayPal address. An admin makes the payment. You are
        responsible for any taxes on it.
      </Trans>
    </Paragraph>
  </>
);

const Content = () => (
  <Paragraph>
    <Trans>
      What you write and upload stays yours. You allow us to store it and to show it to those it is meant for: a report
      with its attachments to the developer of the campaign, an app to its testers or to everybody once it is published.
      When a report is approved, the developer may use it without limit to improve the app.
    </Trans>
  </Paragraph>
);

const Conduct = () => (
  <Points>
    <Trans>
      Invented, copied or machine-made reports, and anything else meant to obtain rewards that were not earned.
    </Trans>
    <Trans>
      Malware, spying, and attempts to get at other people's data or to get around the limits of the service.
    </Trans>
    <Trans>Insults, threats, hate, and content that breaks the law or the rights of others.</Trans>
  </Points>
);

const Ending = () => (
  <Paragraph>
    <Trans>
      You can stop at any time: delete your account yourself in your{" "}
      <TextLink to="/account" hash="delete-account">
        account settings
      </TextLink>
      . There you can download a copy of your data first. We may suspend an account that breaks these terms. A suspended
      account can read but not change anything. Rewards earned fairly remain yours.
    </Trans>
  </Paragraph>
);

const Liability = () => (
  <Paragraph>
    <Trans>
      Beta software is unfinished: it can crash, lose data or drain a battery. Don't test on a device whose data you
      can't do without. Betaflock passes builds on and does not check each of them. As far as the law permits, the
      service is offered as it is, and we are liable only for intent and gross negligence.
    </Trans>
  </Paragraph>
);

const Changes = () => (
  <Paragraph>
    <Trans>
      When we change these terms, we update the date at the top and notify you in the app. If you continue to use
      Betaflock after that, the new terms apply.
    </Trans>
  </Paragraph>
);

const Contact = () => (
  <Paragraph>
    <Trans>
      Questions about these terms? <TextLink to="/contact">Write to us</TextLink>. How we treat your data is described
      in the <TextLink to="/privacy">Privacy Policy</TextLink>.
    </Trans>
  </Paragraph>
);
