/** How far an arrow key leads in a row: 1 to the next, -1 back, 0 for other keys. In a language from the right, left is forward. */
export const stepOfArrow = ({ key }: { key: string }): number => {
  const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
  return { ArrowRight: forward, ArrowLeft: -forward }[key] ?? 0;
};
