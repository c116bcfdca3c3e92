import type { SiteFacts } from './setup.ts';

/** A page to render: its address below the site, and what every page needs to know. */
export interface PageRequest {
  address: string;
  site: SiteFacts;
}

/** A page as HTML, with the data that it was drawn from: the browser continues with both. */
export interface RenderedPage {
  /** Plain text. */
  title: string;
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
