import { z } from 'zod';
import { NAME_MIN_LENGTH, User } from './accounts.ts';
import { answer, endpoint } from './endpoint.ts';
import { messages } from './messages.ts';
import { email, newPassword, Paise, text } from './values.ts';

const setupToken = z.string().max(200);

export const SetupBody = z.object({
  token: setupToken,
  fullName: text(100, messages.setup.incomplete).min(NAME_MIN_LENGTH, messages.register.shortName),
  email: email(messages.setup.incomplete),
  password: newPassword(messages.setup.incomplete),
  publicAddress: z
    .url({ protocol: /^https?$/, error: messages.fields.badAddress })
    .max(300, messages.fields.tooLong)
    .refine(
      (value) => URL.canParse(value) && new URL(value).pathname === '/' && !value.includes('?'),
      messages.fields.badAddress,
    ),
  withSamples: z.boolean().default(true),
});

/** What the interface needs before it draws: name, price, and whether money is pretend. */
export const SiteFacts = z.object({
  brandName: z.string(),
  currencySymbol: z.string(),
  priceInPaise: Paise,
  timeZone: z.string(),
  isSelling: z.boolean(),
  isTestMode: z.boolean(),
  /** Tax invoices are issued: the buyer says in which state they live. */
  asksBuyerState: z.boolean(),
  /** Whether a bundle renews by itself after its year. */
  renews: z.boolean(),
  maxUploadBytes: z.int(),
});
export type SiteFacts = z.output<typeof SiteFacts>;

export const setup = {
  site: endpoint({
    method: 'GET',
    path: '/site',
    access: 'public',
    summary: 'Facts about this school that every page needs',
    response: answer({ site: SiteFacts }),
  }),
  checkLink: endpoint({
    method: 'POST',
    path: '/setup/check',
    access: 'public',
    summary: 'Whether a setup link still works',
    body: z.object({ token: setupToken }),
    rateLimit: 'every-request',
    response: answer({ publicAddress: z.string() }),
  }),
  finish: endpoint({
    method: 'POST',
    path: '/setup',
    access: 'public',
    summary: 'Make the first ADMIN with the one-time setup link',
    body: SetupBody,
    incomplete: messages.setup.incomplete,
    rateLimit: 'every-request',
    status: 201,
    response: answer({ user: User, token: z.string() }),
  }),
  notices: endpoint({
    method: 'GET',
    path: '/admin/notices',
    access: 'admin',
    summary: 'What an ADMIN should know: why selling is off, what is missing',
    response: answer({
      notices: z.array(z.object({ code: z.string(), level: z.enum(['info', 'warning']), text: z.string() })),
    }),
  }),
};
