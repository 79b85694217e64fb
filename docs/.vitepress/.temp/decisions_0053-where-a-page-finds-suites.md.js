import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A page finds the suites from where it lies","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0053-where-a-page-finds-suites.md","filePath":"decisions/0053-where-a-page-finds-suites.md"}');
const _sfc_main = { name: "decisions/0053-where-a-page-finds-suites.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-page-finds-the-suites-from-where-it-lies" tabindex="-1">A page finds the suites from where it lies <a class="header-anchor" href="#a-page-finds-the-suites-from-where-it-lies" aria-label="Permalink to &quot;A page finds the suites from where it lies&quot;">​</a></h1><p><strong>Decision.</strong> The page of a report holds the folder of the suites relative to its own folder, and the form of an editor&#39;s address (<code>--editor</code>, by default that of VS Code). The link that opens a task&#39;s line is put together when the page is looked at, from the page&#39;s own address. A page that was not opened from a disk has no such links.</p><p><strong>Why.</strong> An address such as <code>vscode://file/…</code> needs an absolute path. Written when the page is drawn, that path would be of the machine that drew it: wrong for whoever downloads the page of a CI run, and a private path in an artifact or a commit. Relative to the page, the link holds wherever page and suites lie together, also after both were moved.</p><p><strong>What it costs.</strong> The page of a CI run has to be put where it was drawn (<code>.vitest/tracewright/report.html</code> below the root) for its links to lead anywhere; elsewhere the editor says that there is no such file. Where page and suites are on two drives no relative path leads from one to the other, and the page has no links.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0053-where-a-page-finds-suites.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0053WhereAPageFindsSuites = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0053WhereAPageFindsSuites as default
};
