import { JSDOM } from 'jsdom';
import type { TestApp } from './start-app.ts';

type Entries = [name: string, value: string][];

const isChecked = (field: Element): boolean => field.matches(':checked');

/** What a browser sends of a form, with the button that was pressed. */
const entriesOf = (form: Element, button: Element): Entries => {
  const entries: Entries = [];
  for (const field of form.querySelectorAll('input, select, textarea')) {
    const name = field.getAttribute('name') ?? '';
    const type = field.getAttribute('type');
    if ((type === 'radio' || type === 'checkbox') && !isChecked(field)) continue;
    const value =
      field.localName === 'select'
        ? (field.querySelector('option:checked')?.getAttribute('value') ?? '')
        : field.localName === 'textarea'
          ? (field.textContent ?? '')
          : (field.getAttribute('value') ?? 'on');
    entries.push([name, value.replaceAll('\n', '\r\n')]);
  }
  const name = button.getAttribute('name');
  return name === null ? entries : [...entries, [name, button.getAttribute('value') ?? '']];
};

export interface PlainResponse {
  status: number;
  headers: Record<string, unknown>;
  document: Document;
  /** The words of the page. */
  text: string;
  html: string;
}

/** A browser without JavaScript at the plain pages: it keeps cookies, follows redirects, and sends forms. */
export const aPlainBrowser = ({ http }: TestApp, token?: string) => {
  const cookies = new Map(token === undefined ? [] : [['plain_session', token]]);
  const setCookies: string[] = [];
  let address = '/plain';
  let shown: PlainResponse | undefined;

  const send = async (
    method: 'GET' | 'POST',
    url: string,
    {
      entries,
      headers = { 'sec-fetch-site': 'same-origin' },
    }: { entries?: Entries; headers?: Record<string, string> } = {},
  ): Promise<PlainResponse> => {
    const response = await http.inject({
      method,
      url,
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...headers,
        ...(entries && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(entries && { payload: new URLSearchParams(entries).toString() }),
    });
    for (const cookie of [response.headers['set-cookie'] ?? []].flat()) {
      setCookies.push(cookie);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    if (response.statusCode === 303) return send('GET', String(response.headers.location));
    address = url;
    const { document } = new JSDOM(response.body).window;
    const text = (document.body.textContent ?? '').replaceAll(/\s+/g, ' ');
    shown = { status: response.statusCode, headers: response.headers, document, text, html: response.body };
    return shown;
  };

  return {
    cookies,
    setCookies,
    address: () => address,
    open: (url: string) => send('GET', url),
    /** Presses a button of the page, after these values were put into the fields of its form. */
    press: async (label: string, values: Record<string, string | string[]> = {}, headers?: Record<string, string>) => {
      const button = [...(shown?.document.querySelectorAll('button') ?? [])].find(
        (one) => one.textContent?.trim() === label,
      );
      const form = button?.closest('form');
      if (!button || !form) throw new Error(`There is no button “${label}”: ${shown?.text}`);
      const kept = entriesOf(form, button).filter(([name]) => values[name] === undefined);
      const filled = Object.entries(values).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, one]),
      );
      return send('POST', form.getAttribute('action') ?? address, {
        entries: [...kept, ...filled],
        ...(headers && { headers }),
      });
    },
  };
};

export type PlainBrowser = ReturnType<typeof aPlainBrowser>;
