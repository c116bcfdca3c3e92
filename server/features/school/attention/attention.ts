import type { z } from 'zod';
import { ATTENTION_MAX, AttentionItem } from '#contract/school/attention.ts';
import type { ToDo } from '#contract/billing/sales.ts';
import { toInstantOrNull } from '#server/clock.ts';
import type { Platform } from '#server/platform.ts';

/** Kinds from the worst to the least. */
const ORDER = AttentionItem.shape.kind.options;
type Kind = AttentionItem['kind'];
const LEVELS: Record<Kind, AttentionItem['level']> = {
  backup: 'error',
  dispute: 'error',
  refund_owed: 'error',
  refund_failed: 'error',
  pay_back: 'error',
  jobs: 'error',
  duplicate: 'warning',
  unmatched: 'warning',
  wrong_amount: 'warning',
  paid_without_access: 'warning',
  charged_without_access: 'warning',
  renewal_ended: 'warning',
  credit_notes_differ: 'warning',
  coupon_exceeded: 'warning',
  batch_exceeded: 'warning',
  overpaid: 'warning',
  payment_requests: 'warning',
  videos: 'warning',
  webhooks: 'warning',
  email_texts: 'warning',
  proxy: 'warning',
  same_address: 'warning',
  approvals: 'warning',
  certificates: 'warning',
  questions: 'info',
  inbox: 'info',
  ending: 'info',
};

export interface Waiting {
  count: number;
  since: number | null;
  /** Those who wait, and the first two of them. */
  people: number;
  names: string[];
}

type Task = Pick<z.input<typeof ToDo>, 'kind' | 'paymentId' | 'userName' | 'amountInPaise' | 'since'>;

export interface AttentionNeeds {
  paymentsToDo: () => Promise<{ toDo: readonly Task[] }>;
  /** How many offline payments wait to be confirmed. */
  waitingPayments: () => Promise<{ count: number; amountInPaise: number; since: number | null; names: string[] }>;
  videos: () => Promise<{ failed: number }>;
  /** Messages that were not done. */
  openMessages: () => Promise<Waiting>;
  /** Questions about lectures without an answer. */
  openQuestions: () => Promise<Waiting>;
  /** How many learners lose their last access soon, and whose ends first. */
  endingAccess: () => Promise<{ count: number; names: string[] }>;
  failingWebhooks: () => Promise<Pick<Waiting, 'count' | 'since'>>;
  /** How many things a proxy in front does to requests that the school needs otherwise. */
  proxyProblems: () => Promise<number>;
  /** How many texts of emails are not used, because something is wrong with them. */
  unusableTexts: () => Promise<number>;
  /** How many accounts have the address of another one, in a form of its own. */
  countSameAddresses: () => Promise<number>;
  /** Since when courses wait for approval, the longest first. */
  waitingCourses: () => Promise<number[]>;
  /** Certificates that a person must approve. */
  waitingCertificates: () => Promise<Waiting>;
  /** Undefined while backups are recent enough. */
  overdueBackup: () => Promise<{ lastVerifiedAtMs: number | undefined } | undefined>;
}

const item = (kind: Kind, count: number, more: Partial<AttentionItem> = {}): AttentionItem => ({
  kind,
  level: LEVELS[kind],
  count,
  amountInPaise: null,
  since: null,
  names: [],
  people: 0,
  paymentId: null,
  ...more,
});

const peopleOf = (names: readonly string[]): Pick<AttentionItem, 'names' | 'people'> => {
  const different = [...new Set(names)];
  return { names: different.slice(0, 2), people: different.length };
};

/** The payments of one kind as one item. */
const ofPayments = (kind: Kind, tasks: readonly Task[]): AttentionItem =>
  item(kind, tasks.length, {
    amountInPaise: tasks.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0),
    since: tasks.map(({ since }) => since).toSorted()[0] ?? null,
    ...peopleOf(tasks.flatMap(({ userName }) => userName ?? [])),
    paymentId: tasks.length === 1 ? (tasks[0]?.paymentId ?? null) : null,
  });

export type Attention = ReturnType<typeof createAttention>;

const since = (kind: Kind, { count, since: at, ...who }: Pick<Waiting, 'count' | 'since'>): AttentionItem =>
  item(kind, count, { ...who, since: toInstantOrNull(at) });

/** What the school itself needs. */
const ofSchool = async (jobs: Platform['jobs'], needs: AttentionNeeds): Promise<AttentionItem[]> => {
  const [counts, { failed }, texts, backup, hooks, proxy] = await Promise.all([
    jobs.counts(),
    needs.videos(),
    needs.unusableTexts(),
    needs.overdueBackup(),
    needs.failingWebhooks(),
    needs.proxyProblems(),
  ]);
  const failedJobs = counts.reduce((sum, { state, count }) => sum + (state === 'failed' ? count : 0), 0);
  return [
    ...(backup ? [item('backup', 1, { since: toInstantOrNull(backup.lastVerifiedAtMs) })] : []),
    item('jobs', failedJobs),
    item('videos', failed),
    since('webhooks', hooks),
    item('proxy', proxy),
    item('email_texts', texts),
  ];
};

/** Who waits. */
const ofPeople = async (needs: AttentionNeeds): Promise<AttentionItem[]> => {
  const [{ toDo }, payments, messages, questions, ending, same, courses, certificates] = await Promise.all([
    needs.paymentsToDo(),
    needs.waitingPayments(),
    needs.openMessages(),
    needs.openQuestions(),
    needs.endingAccess(),
    needs.countSameAddresses(),
    needs.waitingCourses(),
    needs.waitingCertificates(),
  ]);
  return [
    ...Map.groupBy(toDo, ({ kind }) => kind)
      .entries()
      .map(([kind, tasks]) => ofPayments(kind, tasks)),
    item('payment_requests', payments.count, {
      amountInPaise: payments.amountInPaise,
      since: toInstantOrNull(payments.since),
      ...peopleOf(payments.names),
    }),
    item('same_address', same),
    item('approvals', courses.length, { since: toInstantOrNull(courses[0]) }),
    since('certificates', certificates),
    since('questions', questions),
    since('inbox', messages),
    item('ending', ending.count, { names: ending.names, people: ending.count }),
  ];
};

/** Items that need the attention of an admin: payments, jobs, videos, messages and backups. */
export const createAttention = ({ jobs }: Platform, needs: AttentionNeeds) => ({
  list: async (): Promise<{ items: AttentionItem[]; total: number }> => {
    const found = [...(await ofSchool(jobs, needs)), ...(await ofPeople(needs))];
    const items = found
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
    return { items: items.slice(0, ATTENTION_MAX), total: items.length };
  },
});
