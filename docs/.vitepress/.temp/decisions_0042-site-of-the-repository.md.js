import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"42. The site is built from the repository as it is","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0042-site-of-the-repository.md","filePath":"decisions/0042-site-of-the-repository.md"}');
const _sfc_main = { name: "decisions/0042-site-of-the-repository.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="_42-the-site-is-built-from-the-repository-as-it-is" tabindex="-1">42. The site is built from the repository as it is <a class="header-anchor" href="#_42-the-site-is-built-from-the-repository-as-it-is" aria-label="Permalink to &quot;42. The site is built from the repository as it is&quot;">​</a></h1><p>The documentation site takes the pages of <code>docs/</code> and <code>decisions/</code> where they lie, by VitePress, and keeps their addresses: <code>docs/gate.md</code> is <code>/docs/gate.html</code>. The root of the site is the root of the repository.</p><p>A site with <code>docs/</code> as its root would have shorter addresses. But then links from <code>docs/</code> to <code>decisions/</code> would lead nowhere, or be written for the site and be dead in the repository and in an editor. One set of relative links works in both.</p><p>What is no page of the site (sources, the example, workflows) is linked to the repository where <code>package.json</code> names one. It does not yet, and no address is made up: such links are plain text on the site. For the same reason links of the README do not work on the page of a package registry before <code>repository</code> is set.</p><p>Pages that no group of the sidebar names are listed under &quot;More&quot;, so that a new page is never lost.</p><p>VitePress 1.6 is the stable version. It brings a Vite of its own, which is used for the site alone.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0042-site-of-the-repository.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0042SiteOfTheRepository = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0042SiteOfTheRepository as default
};
