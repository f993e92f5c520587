import numpy as np, sys
sys.path.insert(0,'/tmp')
import auto
from numpy import log, exp
from scipy.special import logsumexp, gammaln
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
P0=dict(cent_top=6, cent_r=0.5, cent_p=1.0, order_s=5.0, order_scale=8.0, order_w=2.0, ns=(2.5,3.0), bias=-2.5, forget=0.98, margin=1.5, floor=3.0, memory=0.97, nu=4, single=2.0, temper=0.5, pool=2.0,
        stand=(0.15,), wexp=None, region=0.7, blur=0.5, outside=0.01, hold=1)
def centroid(A,z,top,p):
    o=np.argsort(-z)[:top]; w=10**(z[o]/10*p); w/=w.sum(); return w@A[o,:2]
def kernel_matrix(X,c,kind):
    d=np.sqrt(((X[:,None]-X[None])**2).sum(2))
    return d
def free_mass(X,g,reach):
    return None
class Model:
    def __init__(self,s,w,use_survey,P=P0,n_cells=1500,grid_survey=True):
        self.P=P; self.s=s; self.A=s['A']; self.sv=w['survey'] if use_survey else None
        g=auto.grid(s,self.sv if grid_survey else None,n_cells); self.g=g; self.X=g['X'][g['mask']]; X=self.X; c=g['c']
        A=self.A; h=s['h']
        self.D=np.sqrt(((X[:,None]-A[None,:,:2])**2).sum(2)+ (np.maximum(np.abs(A[:,2]-h),0.0)[None])**2); self.D=np.maximum(self.D,0.5)
        self.L=np.log10(self.D)
        d2=((A[:,None,:2]-A[None,:,:2])**2).sum(2); np.fill_diagonal(d2,np.inf); self.spacing=np.sqrt(d2.min(1)).mean()
        self.spacing2=np.sqrt(np.prod(np.ptp(A[:,:2],axis=0)+1e-9)/len(A))
        # motion: standing, walking, fast
        d=np.sqrt(((X[:,None]-X[None])**2).sum(2))
        def norm(K):
            # free mass: sum of the kernel over the whole plane ~ 2 pi int; symmetric normalisation by row
            return K/K.sum(1,keepdims=True)
        s0=max(0.15,0.3*c)
        stand=norm(exp(-d**2/2/s0**2))
        walk=norm(exp(-0.5*((d-0.8)/0.45)**2)/np.maximum(d,0.4)+0)
        fast=norm((1/np.maximum(d,0.5))*exp(-0.5*((d-2.0)/0.8)**2))
        self.T=[stand,walk,fast]
        self.M=np.array([[.90,.095,.005],[.05,.93,.02],[.02,.18,.80]])
        self.prior=np.array([.4,.55,.05])
        if self.sv is not None: self.fit_survey()
    def fit_survey(self):
        xy,Mn,K,V=self.sv; A=self.A; h=self.s['h']
        D=np.maximum(np.sqrt(((xy[:,None]-A[None,:,:2])**2).sum(2)+((A[:,2]-h)**2)[None]),0.5); L=np.log10(D)
        # common n, C per anchor
        ok=~np.isnan(Mn); 
        num=den=0
        for i in range(len(A)):
            m=ok[:,i]
            if m.sum()<3: continue
            l=L[m,i]-L[m,i].mean(); y=Mn[m,i]-Mn[m,i].mean(); num+=l@y; den+=l@l
        n=np.clip(-num/den/10,0.5,5) if den>0 else 2.0
        Cs=np.array([ (Mn[ok[:,i],i]+10*n*L[ok[:,i],i]).mean() if ok[:,i].sum()>0 else np.nan for i in range(len(A))])
        Cs=np.where(np.isnan(Cs),np.nanmean(Cs),Cs); self.n=n; self.C=Cs
        res=Mn-(Cs-10*n*L)
        R=res[ok]; self.sd=R.std()
        # GP of residuals: common hyperparameters by marginal likelihood
        d2=((xy[:,None]-xy[None])**2).sum(2)
        def nll(th):
            s2,l,e2=exp(th[0]),exp(th[1]),exp(th[2]); v=0
            for i in range(len(A)):
                m=ok[:,i]
                if m.sum()<3: continue
                Km=s2*exp(-d2[np.ix_(m,m)]/2/l**2)+np.diag(e2+4.0/K[m,i]); 
                try: Lc=np.linalg.cholesky(Km)
                except Exception: return 1e9
                a=np.linalg.solve(Lc,res[m,i]); v+=0.5*a@a+log(np.diag(Lc)).sum()
            return v+ 0.5*((th[0]-log(16))**2+(th[1]-log(2.5))**2+(th[2]-log(9))**2)
        if len(xy)>150:
            pass
        b=minimize(nll,[log(16),log(2.5),log(9)],method='Nelder-Mead',options=dict(maxiter=60,xatol=.05,fatol=.5)); s2,l,e2=exp(b.x); self.gp=(s2,l,e2)
        X=self.X; dx=((X[:,None]-xy[None])**2).sum(2); Kx=s2*exp(-dx/2/l**2)
        self.mu=np.empty((len(X),len(A))); self.gv=np.empty((len(X),len(A)))
        for i in range(len(A)):
            m=ok[:,i]; base=Cs[i]-10*n*self.L[:,i]
            if m.sum()<3: self.mu[:,i]=base; self.gv[:,i]=s2+e2; continue
            Km=s2*exp(-d2[np.ix_(m,m)]/2/l**2)+np.diag(e2+4.0/K[m,i]); cf=cho_factor(Km)
            B=Kx[:,m]; self.mu[:,i]=base+B@cho_solve(cf,res[m,i]); self.gv[:,i]=np.maximum(s2-(B*cho_solve(cf,B.T).T).sum(1),0)+e2
    def run(self,w,views=None,keep=False):
        P=self.P; X=self.X; A=self.A; Z=w['Z']; Cn=w['C']; N=len(Z); G=len(X)
        ne=None; out=[]; outD=[]
        off=None; so=sw=0.0
        soS=swS=0.0
        var={}
        logb=np.log(np.outer(self.prior,np.full(G,1/G)))
        fixes=np.full((N,2),np.nan); covs=np.full((N,2,2),np.nan); post=[]; modes=[]
        lastZ=np.full(len(A),np.nan); lastC=np.zeros(len(A)); age=np.full(len(A),99)
        Ls=[]
        for k in range(N):
            z=Z[k]; H=np.where(~np.isnan(z))[0]; c=Cn[k]
            if len(H)>0:
                logL,Ds=self.densities(z,H,c,views)
            else: logL=np.zeros(G)
            Ls.append(logL)
        self.Ls=Ls
        # forward
        a=np.outer(self.prior,np.full(G,1/G)); fw=[]
        started=False
        for k in range(N):
            if started or True:
                b=self.M.T@a; pred=np.stack([b[m]@self.T[m] for m in range(3)])
            lik=exp(Ls[k]-Ls[k].max()); a=pred*lik; a/=a.sum(); fw.append(a)
            p=a.sum(0); mu=p@X; fixes[k]=mu
        self.fw=fw
        return fixes,fw
    def smooth(self):
        N=len(self.fw); b=np.ones_like(self.fw[0]); out=[None]*N; out[-1]=self.fw[-1]
        for k in range(N-2,-1,-1):
            lik=exp(self.Ls[k+1]-self.Ls[k+1].max()); bb=b*lik; t=np.stack([self.T[m]@bb[m] for m in range(3)]); b=self.M@t; b/=b.sum()
            q=self.fw[k]*b; out[k]=q/q.sum()
        return out
    def reset(self): self.so=self.sw=0.0; self.var={}; self.soS=self.swS=0.0; self.eo={}
    def densities(self,z,H,c,views):
        P=self.P; X=self.X; A=self.A; Ds={}
        zh=z[H]
        m=centroid(A[H],zh,P['cent_top'],P['cent_p']); r=P['cent_r']*self.spacing
        lc=-1.5*log(1+((X-m)**2).sum(1)/2/r**2); Ds['cent']=norm_log(lc)
        # order
        zz=np.full(len(A),min(-95.0,zh.min()-2)); zz[H]=zh
        i,j=np.triu_indices(len(A),1); use=np.isin(i,H)|np.isin(j,H); i,j=i[use],j[use]
        dz=zz[i]-zz[j]; wt=np.tanh(np.abs(dz)/P['order_scale']); dl=np.log10(self.D[:,j]/self.D[:,i])*np.sign(dz)[None]
        lo=-(P['order_w']/len(A))*(wt[None]*np.logaddexp(0,-P['order_s']*dl)).sum(1); Ds['order']=norm_log(lo)
        # offset neutral
        pc=exp(Ds['cent'])
        C0=-60.0
        base={n:C0-10*n*self.L[:,H] for n in P['ns']}
        resid=np.mean([ (zh-pc@base[n]).mean() for n in P['ns']])
        self.so=P['forget']*self.so+resid*len(H); self.sw=P['forget']*self.sw+len(H); off=self.so/self.sw+P['bias']
        self.off=off
        for n in P['ns']:
            Ds[f'pl{n}']=norm_log(self.student(f'pl{n}',zh,base[n]+off,c[H],P['margin']**2,0.0))
        if self.sv is not None:
            b=self.mu[:,H]; gv=self.gv[:,H]
            # neutral offset of the survey
            resid=(zh-pc@b).mean(); self.soS=P['forget']*self.soS+resid*len(H); self.swS=P['forget']*self.swS+len(H); offS=self.soS/self.swS
            Ds['gp0']=norm_log(self.student('gp0',zh,b,c[H],0.0,gv))
            Ds['gpT']=norm_log(self.gp_tracked(zh,b,c[H],gv))
            Ds['gpN']=norm_log(self.student('gpN',zh,b+offS,c[H],P['margin']**2,gv))
            Ds['kde']=norm_log(self.kde(z,H))
        use=views or list(Ds)
        t={k:(1.0 if k=='order' else P['temper']) for k in Ds}
        wts=P.get('weights') or {}
        D=[norm_log(Ds[k]*t[k]) for k in use]
        ww=np.array([wts.get(k,1.0) for k in use]); ww/=ww.sum()
        logL=P['pool']*sum(a*b for a,b in zip(ww,D))
        return logL,Ds
    def student(self,key,zh,b,cnt,om,gv):
        P=self.P; v=self.var.get(key,36.0); nu=P['nu']
        R=zh[None]-b
        # marginalise a common offset of variance om by a weighted estimate
        s2=v+P['single']**2/np.maximum(cnt,1)[None]+(gv if np.ndim(gv) else 0*R)
        if om>0:
            iw=1/s2; d=(R*iw).sum(1)/(iw.sum(1)+1/om); pen=-0.5*d**2/om; R=R-d[:,None]
        else: pen=0
        l=(-0.5*(nu+1)*np.log1p(R**2/nu/s2)-0.5*log(s2)).sum(1)+pen
        p=exp(norm_log(P['temper']*l)); rs=(p[:,None]*R**2).sum(0)
        v=P['memory']*v+(1-P['memory'])*rs.mean(); self.var[key]=max(v,P['floor']**2)
        return l
    def gp_tracked(self,zh,b,cnt,gv):
        P=self.P; m,v0=self.eo.get('T',(0.0,25.0)); v0=min(v0+0.2,25.0); v=self.var.get('gpT',36.0)
        s2=v+P['single']**2/np.maximum(cnt,1)[None]+gv; R=zh[None]-b; iw=1/s2
        vp=1/(iw.sum(1)+1/v0); d=((R*iw).sum(1)+m/v0)*vp; Rr=R-d[:,None]; nu=P['nu']
        l=(-0.5*(nu+1)*np.log1p(Rr**2/nu/s2)-0.5*log(s2)).sum(1)-0.5*(d-m)**2/v0+0.5*log(vp)
        p=exp(norm_log(P['temper']*l)); dm=p@d; self.eo['T']=(dm,p@(vp+(d-dm)**2)); rs=(p[:,None]*Rr**2).sum(0)
        v=P['memory']*v+(1-P['memory'])*rs.mean(); self.var['gpT']=max(v,P['floor']**2)
        return l
    def kde(self,z,H):
        xy,Mn,K,V=self.sv
        if not hasattr(self,'ksurv'):
            c=max(self.g['c'],np.median(np.sqrt(((xy[:,None]-xy[None])**2).sum(2)+np.eye(len(xy))*1e9).min(1)))
            d=((self.X[:,None]-xy[None])**2).sum(2); self.ksm=exp(-d/2/c**2); self.ksm/=self.ksm.sum(1,keepdims=True); self.ksurv=True
        S=np.where(np.isnan(Mn),-97.0,Mn); q=np.where(np.isnan(z),-97.0,z)
        U=np.where(np.isnan(Mn)&np.isnan(z)[None],0.0,1.0)
        both=(~np.isnan(Mn))&(~np.isnan(z))[None]
        diff=q[None]-S
        med=np.array([np.median(diff[p][both[p]]) if both[p].any() else 0 for p in range(len(xy))])
        med=np.clip(med,-10,10)
        dd=np.where(both,diff-med[:,None],diff); dd=np.clip(dd,-15,15)
        l=-0.5*((dd**2*U).sum(1))/49.0
        l-=l.max(); return log(self.ksm@exp(0.5*l)+1e-12)*2
def norm_log(l): return l-logsumexp(l)
def ecc(x): return x
def score(S,use_survey,P=P0,views=None,sets_=None,n_cells=1500,regions=False,detail=False):
    R={}
    for s in S:
        if sets_ and s['name'] not in sets_: continue
        E=[];ES=[];cov=[];nees=[]; per=[]
        for w in s['walks']:
            if use_survey and w['survey'] is None: continue
            key=(s['name'],use_survey,n_cells,id(w['survey']) if use_survey else 0)
            m=CACHE.get(key)
            if m is None: m=CACHE[key]=Model(s,w,use_survey,P,n_cells)
            m.P=P; m.reset(); f,fw=m.run(w,views); sm=m.smooth(); fs=np.array([q.sum(0)@m.X for q in sm])
            e=np.hypot(*(f[w['ki']]-w['tr']).T); es=np.hypot(*(fs[w['ki']]-w['tr']).T); E.append(e.mean()); ES.append(es.mean()); per.append(e)
        R[s['name']]=(np.mean(E),np.mean(ES),E)
    return R
CACHE={}
def row(R): return ' '.join(f"{k} {v[0]:.2f}/{v[1]:.2f}" for k,v in R.items())
if __name__=='__main__':
    import time
    S=auto.prepare(); t=time.time()
    R=score(S,False); print('site  ',row(R),round(time.time()-t)); t=time.time()
    for v in ['cent','order','pl2.5','pl3.0']:
        print(v,row(score(S,False,views=[v])))
    t=time.time(); R=score(S,True); print('survey',row(R),round(time.time()-t))
    for v in ['gp0','gpT','gpN','kde']:
        print(v,row(score(S,True,views=[v])))
