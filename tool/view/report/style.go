package report

// style is the style of the page.
const style = `<style>
:root{color-scheme:light dark;--bg:#f3f5f8;--panel:#fff;--ink:#1c2430;--soft:#566273;--line:#d8dee7;--good:#13805f;--bad:#c62828;--link:#1a63d8}
@media (prefers-color-scheme:dark){:root{--bg:#0c1016;--panel:#12171f;--ink:#e6ebf2;--soft:#97a3b4;--line:#263040;--good:#4fd1a5;--bad:#ff7b72;--link:#6cb0ff}}
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
header,main{max-width:1320px;margin:0 auto;padding:0 24px}header{padding-top:28px}main{padding-bottom:48px}
h1{font-size:26px;margin:0}header p{margin:4px 0 0;color:var(--soft)}h2{font-size:18px;margin:34px 0 6px}section>p{margin:0 0 10px;color:var(--soft)}
.head{display:grid;grid-template-columns:repeat(auto-fit,minmax(170px,1fr));gap:12px;margin:22px 0}
.head div{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:12px 16px;border-left:5px solid var(--line)}
.head dt{color:var(--soft);font-size:13px}.head dd{margin:0;font-size:23px;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.head .good{border-left-color:var(--good)}.head .bad{border-left-color:var(--bad)}.good td,.good dd{color:var(--good)}.bad td,.bad dd{color:var(--bad)}
main>details{margin-top:22px}details.inside{margin:8px 0 0}details{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:8px 16px}summary{cursor:pointer;color:var(--soft);font-weight:600}
table{border-collapse:collapse;columns:2;width:100%;font-variant-numeric:tabular-nums;font-size:14px}th{text-align:left;font-weight:400;color:var(--soft);padding:3px 18px 3px 0;white-space:nowrap;vertical-align:top}td{padding:3px 0;overflow-wrap:anywhere;width:100%}
.figures{background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:8px 16px;margin:0 0 14px;overflow-x:auto}.figures caption{text-align:left;font-weight:600;padding:2px 0 6px}
.figures table{columns:auto;width:auto}.figures th,.figures td{padding:3px 22px 3px 0;width:auto;vertical-align:top;white-space:normal;overflow-wrap:break-word;min-width:5ch;max-width:64ch}.figures th:only-child{max-width:110ch}.figures td.number{white-space:nowrap}.figures .number{text-align:right}.figures table{max-width:100%}.figures thead th{border-bottom:1px solid var(--line)}
.grid{display:grid;grid-template-columns:repeat(12,1fr);gap:14px}figure{margin:0;grid-column:span 6;background:var(--panel);border:1px solid var(--line);border-radius:10px;overflow:hidden}
figure svg{display:block;width:100%;height:auto}figure img{display:block;width:100%;height:auto}figcaption{padding:8px 12px;color:var(--soft);font-size:13px}
figure.wide,figure.drawing{grid-column:1/-1}.drawing img{width:auto;max-width:100%;margin:0 auto}
.diagram{overflow:auto;background:var(--panel);border:1px solid var(--line);border-radius:10px;padding:6px}.diagram svg{display:block}
a{color:var(--link)}
:focus-visible{outline:2px solid #1f6feb;outline-offset:2px}
@media (max-width:900px){figure{grid-column:1/-1}}
@media print{body{background:#fff}section,figure{break-inside:avoid}.diagram svg{width:100%;height:auto}}
</style>
`
