import { DEFAULT_ACCENT } from '#contract/accent.ts';
import type { SiteFacts } from '#contract/setup.ts';
import { accentStyleAddress } from '#server/http/accent-style.ts';
import { type Html, html, nothing } from '#server/http/html.ts';
import { PLAIN } from '#server/http/plain-address.ts';

/** Its files and forms are those of the school, and nothing runs. Pictures of texts may be anywhere on the web. */
export const plainHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Without it, forms would not say where they come from.
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

export interface PlainPage {
  title: string;
  body: Html;
}

export interface Frame {
  facts: Pick<SiteFacts, 'brandName' | 'accent' | 'look'>;
  /** The theme that the visitor chose; the system decides without. */
  theme: string | undefined;
  isLoggedIn: boolean;
}

const logOut = html`<form method="post" action="${PLAIN}/log-out"><button class="quiet">Log out</button></form>`;

/** The frame of every plain page. */
export const renderPage = ({ title, body }: PlainPage, { facts, theme, isLoggedIn }: Frame): string =>
  html`<!doctype html>
    <html lang="en" data-look="${facts.look}" ${theme === undefined ? nothing : html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${facts.brandName}</title>
        <link rel="stylesheet" href="${PLAIN}/style.css" />
        ${
          facts.accent === DEFAULT_ACCENT
            ? nothing
            : html`<link rel="stylesheet" href="${accentStyleAddress(facts.accent)}" />`
        }
      </head>
      <body>
        <header>
          <a href="${PLAIN}">${facts.brandName}</a>
          ${isLoggedIn ? logOut : nothing}
        </header>
        <main>${body}</main>
      </body>
    </html>`.text;
