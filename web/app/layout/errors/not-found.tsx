import { messages } from '#contract/messages.ts';
import { HttpErrorPage } from './http-error-page.tsx';

export const Component = () => (
  <HttpErrorPage code="404" title={messages.notFoundPage}>
    This page does not exist. It may have moved, or the link may have a typo.
  </HttpErrorPage>
);
