import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { messages } from '#contract/messages.ts';
import { sentenceOf } from '#web/api/api-error.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { readSiteFacts } from '#web/api/site-facts.ts';
import { App } from '#web/app.tsx';
import { ErrorState } from '#web/components/error-state.tsx';
import { routes } from '#web/routes.tsx';
import { openSession } from '#web/session/open-session.ts';
import '#web/styles/app.css';

const start = async (): Promise<void> => {
  const container = document.querySelector('#root');
  if (!container) throw new Error('The page has no #root');
  const root = createRoot(container);
  const queryClient = createQueryClient();
  openSession(globalThis.window, queryClient);
  try {
    const site = await readSiteFacts(document);
    root.render(
      <StrictMode>
        <App site={site} queryClient={queryClient} router={createBrowserRouter(routes)} />
      </StrictMode>,
    );
  } catch (error) {
    root.render(
      <main className="page py-16">
        <ErrorState onRetry={() => globalThis.location.reload()}>
          {sentenceOf(error, messages.profile.broken)}
        </ErrorState>
      </main>,
    );
  }
};

await start();
