import type { QueryClient, QueryKey } from '@tanstack/react-query';

type PageData = [key: QueryKey, data: unknown][];

const isPageData = (value: unknown): value is PageData =>
  Array.isArray(value) && value.every((entry) => Array.isArray(entry) && Array.isArray(entry[0]));

/**
 * Hands over the data that the server drew the page from, as fresh as the page. Returns whether the page came drawn.
 */
export const receivePageData = (page: Document, queryClient: QueryClient): boolean => {
  const text = page.querySelector('#page-data')?.textContent;
  if (!text) return false;
  const entries: unknown = JSON.parse(text);
  if (!isPageData(entries)) return false;
  for (const [queryKey, data] of entries) {
    queryClient.setQueryData(queryKey, data);
    // It was not fetched here, which `isFetched` says.
    queryClient.getQueryCache().find({ queryKey })?.setState({ dataUpdateCount: 0 });
  }
  return true;
};
