import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Releases are proposed by release-please","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0052-release-please.md","filePath":"decisions/0052-release-please.md"}');
const _sfc_main = { name: "decisions/0052-release-please.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="releases-are-proposed-by-release-please" tabindex="-1">Releases are proposed by release-please <a class="header-anchor" href="#releases-are-proposed-by-release-please" aria-label="Permalink to &quot;Releases are proposed by release-please&quot;">​</a></h1><p><strong>Decision.</strong> <code>release-please</code> keeps the pull request of the next version, by the titles of merged pull requests. The run that merges it also publishes. <a href="./../docs/versions.html">Versions and support</a> says what each kind of change means.</p><p><strong>Why not changesets.</strong> A changeset says in a file what kind of change it is, which is better than a title: it is reviewed with the change, and needs no form of commits. But its command line is a dependency of development. Version 3 needs Node 22, and this repository is developed on Node 20, the oldest that it supports; version 2 brings about a hundred packages for one package to be released. release-please is an action, so nothing is installed, and the headings that it writes (<code>## [1.2.3]</code>) are those that <code>check:release</code> looks for.</p><p><strong>What it costs.</strong> Titles have a form, which the workflow <code>test</code> checks. A title is short: what a reader needs beyond it is written into the changelog of the release&#39;s pull request. Nothing of it can be run without GitHub. When Node 20 is dropped, changesets are worth another look.</p><p><strong>One workflow.</strong> A tag that is made by a workflow&#39;s own token starts no other workflow, so publishing is a job of the run that made the tag. A tag that was pushed by hand is published too: that is how the first version goes out.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0052-release-please.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0052ReleasePlease = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0052ReleasePlease as default
};
