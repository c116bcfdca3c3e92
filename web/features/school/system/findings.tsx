import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { DoctorReport, Finding } from '#contract/school/doctor.ts';
import { More } from '#web/ui/more.tsx';
import { Badge, type BadgeLabel, Panel, StateBadge } from '#web/ui/panel.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';

type Status = Finding['status'];

const icons: Record<Status, { Icon: LucideIcon; colour: string }> = {
  failing: { Icon: CircleX, colour: 'text-error' },
  warning: { Icon: TriangleAlert, colour: 'text-warning' },
  ok: { Icon: CircleCheck, colour: 'text-success' },
};
const badges: Record<Exclude<Status, 'ok'>, BadgeLabel<MessageDescriptor>> = {
  failing: { tone: 'bad', label: msg`Failing` },
  warning: { tone: 'waiting', label: msg`Warning` },
};

function StatusIcon({ status }: { status: Status }) {
  const { Icon, colour } = icons[status];
  return <Icon size={20} className={`mt-0.5 shrink-0 ${colour}`} aria-hidden="true" />;
}

/** The settings pages for these checks. */
const settingsPages: Partial<Record<Finding['check'], { name: MessageDescriptor; to: string }>> = {
  email: { name: msg`Settings, Email`, to: pathTo('emailSettings') },
  backups: { name: msg`Backups`, to: pathTo('backups') },
  payments: { name: msg`Settings, Getting paid`, to: pathTo('paymentSettings') },
};

function Fix({ check, fix: { text, code } }: { check: Finding['check']; fix: NonNullable<Finding['fix']> }) {
  const { t } = useLingui();
  const page = settingsPages[check];
  if (page)
    return (
      <p className="mt-2 text-sm">
        {text}{' '}
        <Link to={page.to} className="link inline-block py-2">
          {t(page.name)}
        </Link>
      </p>
    );
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm">
      {text}
      <span className="inline-flex max-w-full items-center gap-1">
        <code className="rounded bg-base-200 px-2 py-0.5 text-xs wrap-anywhere">{code}</code>
        <CopyButton
          tone="ghost"
          size="small"
          text={code}
          done={t`Copied`}
          className="btn-square"
          aria-label={t`Copy ${code}`}
        />
      </span>
    </p>
  );
}

function Problem({ finding: { check, status, title, detail, setting, fix } }: { finding: Finding }) {
  if (status === 'ok') return null;
  return (
    <li className="flex gap-3 border-t border-line py-4 first:border-t-0">
      <StatusIcon status={status} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <p className="font-semibold">{title}</p>
          <StateBadge {...badges[status]} />
        </div>
        <p className="text-sm wrap-anywhere text-muted">{detail}</p>
        {fix ? (
          <Fix check={check} fix={fix} />
        ) : (
          setting !== null && <code className="mt-2 block text-xs text-muted">{setting}</code>
        )}
      </div>
    </li>
  );
}

const Working = ({ finding: { status, title, detail, setting } }: { finding: Finding }) => (
  <li className="flex gap-3 border-t border-line py-3 first:border-t-0">
    <StatusIcon status={status} />
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0">
        <p className="text-sm font-semibold">{title}</p>
        <p className="text-sm wrap-anywhere text-muted">{detail}</p>
      </div>
      {setting !== null && <code className="text-xs text-muted">{setting}</code>}
    </div>
  </li>
);

const keyOf = ({ check, title }: Finding): string => `${check} ${title}`;

/** The problems, the worst first, and the working parts. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const { t } = useLingui();
  const having = (status: Status): Finding[] => findings.filter((finding) => finding.status === status);
  const problems = [...having('failing'), ...having('warning')];
  const working = having('ok');
  return (
    <>
      <Panel title={t`Needs attention`} aside={<Badge>{problems.length}</Badge>}>
        {problems.length === 0 ? (
          <p className="text-muted">
            <Trans>Every check passes</Trans>
          </p>
        ) : (
          <ul>
            {problems.map((finding) => (
              <Problem key={keyOf(finding)} finding={finding} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t`Working`} aside={<Badge>{working.length}</Badge>}>
        <More label={<Plural value={working.length} one="# check passes" other="# checks pass" />}>
          <ul>
            {working.map((finding) => (
              <Working key={keyOf(finding)} finding={finding} />
            ))}
          </ul>
        </More>
      </Panel>
    </>
  );
}

const EMAIL = /[^\s@<>,;:()]+@[^\s@<>,;:()]*[^\s@<>,;:().]/g;
const KEY = /\brzp_(?:test|live)_\w+/g;

/** Working checks need no detail; emails and keys are removed. */
const lineOf = ({ status, title, detail, fix }: Finding): string =>
  [`${status}: ${title}.`, ...(status === 'ok' ? [] : [detail, ...(fix ? [fix.text, fix.code] : [])])]
    .join(' ')
    .replaceAll(EMAIL, '(email)')
    .replaceAll(KEY, '(key)');

/** The report as text, to send to support: in the language of the page, as the findings are. */
export const reportOf = ({ checkedAt, program, findings }: DoctorReport): string =>
  [[`Lectern ${program.version}`, `Node ${program.nodeVersion}`, checkedAt].join(', '), ...findings.map(lineOf)].join(
    '\n',
  );
