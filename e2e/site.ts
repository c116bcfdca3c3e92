import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { api, API_PREFIX } from '#contract/api.ts';
import type { ResponseBody, Endpoint, Sent } from '#contract/endpoint.ts';
import type { User } from '#contract/accounts/accounts.ts';
import { ADMIN, type RealServer } from './real-server.ts';

export const PASSWORD = 'a learner of the tests';
const MEDIA = path.resolve(import.meta.dirname, '..', 'test', 'media');

/** Half of the time in which a login needs no confirmation: other stories on this server move its clock. */
const FRESH_MS = 5 * 60_000;

export const media = (name: string): string => path.resolve(MEDIA, name);

export interface Account {
  user: User;
  token: string;
}

type Parts = Partial<{ params: Record<string, string>; body: object; fields: object; files: Record<string, string> }>;

/** A site under test: its server, and what people do with it through the API, to set the scene of a story. */
export interface Site extends RealServer {
  /** The response of a request that must succeed. */
  call<E extends Endpoint>(
    endpoint: E,
    token: string | undefined,
    parts?: Parts & { body?: Sent<E>['body'] },
  ): Promise<ResponseBody<E>>;
  admin(): Promise<Account>;
  aVisitorWhoRegisters(facts?: { fullName?: string }): Promise<Account>;
  /** A person who has bought the bundle in the payment window. */
  aSubscriber(facts?: { fullName?: string }): Promise<Account>;
  /** Buys a plan, the bundle by default, as the payment window does. */
  buy(account: Account, planId?: string): Promise<void>;
  aCourse(facts?: { title?: string }): Promise<string>;
  /** One course with a lecture, for the stories that only look at it. */
  theCourse(): Promise<string>;
  /** Adds a person to a course, who then confirms their address as its role waits for it. */
  joinCourse(courseId: string, person: Account, role?: 'teacher' | 'assistant'): Promise<void>;
  aLecture(courseId: string, facts?: { title?: string }): Promise<void>;
}

const Confirmation = z.object({
  razorpay_payment_id: z.string(),
  razorpay_subscription_id: z.string().optional(),
  razorpay_order_id: z.string().optional(),
  razorpay_signature: z.string(),
});

const fileTypes: Record<string, string> = {
  '.mp4': 'video/mp4',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.vtt': 'text/vtt',
};

const bodyOf = async ({ body, fields, files }: Parts): Promise<{ body?: string | FormData; json: boolean }> => {
  if (body !== undefined) return { body: JSON.stringify(body), json: true };
  if (fields === undefined) return { json: false };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  for (const [name, file] of Object.entries(files ?? {})) {
    const type = fileTypes[path.extname(file)] ?? 'application/octet-stream';
    form.append(name, new File([new Uint8Array(await readFile(media(file)))], path.basename(file), { type }));
  }
  return { body: form, json: false };
};

let lastNumber = 0;
const nextNumber = (): string => `${process.pid}-${(lastNumber += 1)}`;

export const createSite = (server: RealServer): Site => {
  const call: Site['call'] = async (endpoint, token, parts = {}) => {
    const address = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => parts.params?.[name] ?? '');
    const { body, json } = await bodyOf(parts);
    const response = await fetch(`${server.origin}${API_PREFIX}${address}`, {
      method: endpoint.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${endpoint.method} ${address} returned ${response.status} ${text}`);
    // The schema is the endpoint's own, whose output is the type of its response.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return endpoint.response.parse(JSON.parse(text)) as ResponseBody<typeof endpoint>;
  };

  let admin: { account: Promise<Account>; since: number } | undefined;
  let course: Promise<string> | undefined;
  const makeTheCourse = async (): Promise<string> => {
    const courseId = await site.aCourse({ title: 'Reading the Monsoon' });
    await site.aLecture(courseId);
    return courseId;
  };
  const site: Site = {
    ...server,
    call,
    admin: () => {
      const now = server.now();
      if (admin === undefined || now - admin.since > FRESH_MS)
        admin = { account: call(api.accounts.login, undefined, { body: ADMIN }), since: now };
      return admin.account;
    },
    aVisitorWhoRegisters: ({ fullName = 'Meera Nair' } = {}) => {
      const fields = { fullName, email: `learner-${nextNumber()}@school.example`, password: PASSWORD };
      return call(api.accounts.register, undefined, { fields, files: { avatar: 'avatar.png' } });
    },
    aSubscriber: async (facts) => {
      const account = await site.aVisitorWhoRegisters(facts);
      await site.buy(account);
      return { ...account, user: (await call(api.accounts.me, account.token)).user };
    },
    buy: async ({ token }, planId) => {
      const { subscription_id: ref, isPaid } = await call(api.payments.subscribe, token, { body: { planId } });
      if (!isPaid) await call(api.payments.verify, token, { body: await payInWindow(server.origin, ref) });
    },
    aCourse: async ({ title = `Reading the Monsoon ${nextNumber()}` } = {}) => {
      const fields = {
        title,
        category: 'Science',
        createdBy: 'Ila Rao',
        description: 'How clouds, wind and warm land bring the rain, and how to read them.',
      };
      const { token } = await site.admin();
      const { course } = await call(api.catalog.createCourse, token, { fields, files: { thumbnail: 'thumbnail.jpg' } });
      return course._id;
    },
    theCourse: () => (course ??= makeTheCourse()),
    joinCourse: async (courseId, { user: { email } }, role = 'teacher') => {
      const body = { email, role };
      await call(api.coursePeople.add, (await site.admin()).token, { params: { courseId }, body });
      const token = /\/confirm-email\/([\w.-]+)/.exec(await server.emailTo(email, '/confirm-email/'))?.[1] ?? '';
      await call(api.addresses.confirm, undefined, { params: { token } });
    },
    aLecture: async (courseId, { title = 'What a cloud says' } = {}) => {
      const { token } = await site.admin();
      const fields = { title, description: 'Shapes, heights and what comes after them.' };
      await call(api.lectures.addLecture, token, {
        params: { courseId },
        fields,
        files: { lecture: 'three-seconds.mp4' },
      });
    },
  };
  return site;
};

/** Does at once what the buttons of the test payment window do. */
const payInWindow = async (origin: string, ref: string): Promise<z.output<typeof Confirmation>> => {
  const purchase = ref.startsWith('order_') ? { order_id: ref } : { subscription_id: ref };
  const response = await fetch(`${origin}/sandbox/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...purchase, outcome: 'success' }),
  });
  return Confirmation.parse(await response.json());
};
