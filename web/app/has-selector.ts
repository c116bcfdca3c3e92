/**
 * `:has()` for Firefox 115 to 120, which drop a rule that has it. Such rules are added again to their style sheet, with an
 * attribute in its place, which the elements have while something in them matches.
 */
const ATTRIBUTE = 'data-has';
const START = ':has(';

const endOf = (css: string, start: number): number => {
  let depth = 1;
  let at = start;
  for (; depth > 0 && at < css.length; at += 1) depth += css[at] === '(' ? 1 : css[at] === ')' ? -1 : 0;
  return at;
};

/** Replaces each `:has(x)` by an attribute with the index of `x` in `inner`, which grows. */
export const withoutHas = (css: string, inner: string[]): string => {
  let rewritten = '';
  let at = 0;
  for (let found = css.indexOf(START); found >= 0; found = css.indexOf(START, at)) {
    const end = endOf(css, found + START.length);
    const selector = css.slice(found + START.length, end - 1);
    if (!inner.includes(selector)) inner.push(selector);
    rewritten += `${css.slice(at, found)}[${ATTRIBUTE}~="${inner.indexOf(selector)}"]`;
    at = end;
  }
  return rewritten + css.slice(at);
};

/** The elements for which `:has(selector)` is true: parents of what matches after `>`, all ancestors otherwise. */
const havingElements = (selector: string): Set<Element> => {
  const isParent = selector.startsWith('>');
  const elements = new Set<Element>();
  for (const match of document.querySelectorAll(isParent ? selector.slice(1) : selector))
    for (let above = match.parentElement; above; above = isParent ? null : above.parentElement) elements.add(above);
  return elements;
};

export const replaceHas = (): void => {
  const inner: string[] = [];
  const mark = (): void => {
    const found = new Map<Element, string>();
    for (const [index, selector] of inner.entries())
      for (const element of havingElements(selector)) found.set(element, `${found.get(element) ?? ''} ${index}`.trim());
    for (const element of document.querySelectorAll(`[${ATTRIBUTE}]`))
      if (!found.has(element)) element.removeAttribute(ATTRIBUTE);
    for (const [element, value] of found)
      if (element.getAttribute(ATTRIBUTE) !== value) element.setAttribute(ATTRIBUTE, value);
  };
  let frame = 0;
  const markSoon = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  };
  const known = new WeakSet<Element>();
  const rewrite = async (link: HTMLLinkElement): Promise<void> => {
    known.add(link);
    const css = await (await fetch(link.href)).text();
    if (!link.sheet) await new Promise((resolve) => link.addEventListener('load', resolve, { once: true }));
    const copy = new CSSStyleSheet();
    copy.replaceSync(withoutHas(css, inner));
    for (const { cssText } of copy.cssRules)
      if (cssText.includes(ATTRIBUTE)) link.sheet?.insertRule(cssText, link.sheet.cssRules.length);
    markSoon();
  };
  const look = (): void => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!known.has(link)) rewrite(link).catch(() => undefined);
    markSoon();
  };
  look();
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  for (const event of ['input', 'change', 'focusin', 'focusout', 'pointerdown', 'pointerup'])
    document.addEventListener(event, markSoon);
};
