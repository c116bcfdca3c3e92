import type { Words } from './languages/language.ts';
import type { SiteFacts } from './school/setup.ts';

/** A page to render: its address below the site, and the data that every page needs. */
export interface PageRequest {
  address: string;
  /** Of the interface, such as `hi`. */
  language: string;
  /** Where the site is, for addresses that leave it. */
  origin: string;
  site: SiteFacts;
  /** What the school says in its own words in this language. */
  ownWords?: Words | undefined;
}

/** The metadata of a page for search engines and messengers. */
export interface PageHead {
  /** Plain text, as `title` of the page. */
  description: string;
  /** The path that stands for this page; undefined where search engines should not keep it. */
  canonical: string | undefined;
  /** The path of a picture of 1200 × 630 pixels. */
  picture: string | undefined;
  /** JSON-LD. */
  structuredData: object[];
}

/** A page as HTML, with the data that it was drawn from: the browser continues with both. */
export interface RenderedPage {
  /** Plain text. */
  title: string;
  /** The address to redirect to, if this one has no page. */
  movedTo?: string | undefined;
  head: PageHead;
  body: string;
  /** The data of each query, by its key. */
  data: [key: readonly unknown[], data: unknown][];
}

/** Sends a GET request to the API as a visitor would. */
export type FetchApi = (address: string) => Promise<{ status: number; text: string }>;

/** The program of the pages as it is built for the server. */
export interface PageProgram {
  /** Says how every later `render` reaches the API. */
  connect(fetchApi: FetchApi): void;
  render(request: PageRequest): Promise<RenderedPage>;
}
