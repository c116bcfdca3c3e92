import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Field } from '#web/ui/forms/fields.tsx';

const LANGUAGE = 'language';

interface Props {
  languages: readonly { code: string; name: string }[];
  children: (chosen: string) => ReactNode;
}

/** The language into which texts are translated: that of the address, otherwise the first. */
export function TranslationLanguage({ languages, children }: Props) {
  const { t } = useLingui();
  const [search, setSearch] = useSearchParams();
  const chosen = languages.find(({ code }) => code === search.get(LANGUAGE))?.code ?? languages[0]?.code ?? '';
  return (
    <>
      <div className="my-5 max-w-xs">
        <Field label={t`Language`}>
          {(described) => (
            <select
              {...described}
              className="select h-12"
              value={chosen}
              onChange={({ target }) =>
                setSearch((now) => {
                  now.set(LANGUAGE, target.value);
                  return now;
                })
              }
            >
              {languages.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {children(chosen)}
    </>
  );
}
